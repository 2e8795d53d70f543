/** Addresses and networks as typed: one per line, or separated by commas; null where there is none. */
export const networksIn = (text: string): string[] | null => {
  const networks = text.split(/[\s,]+/).filter(Boolean)
  return networks.length === 0 ? null : networks
}
