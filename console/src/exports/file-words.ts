/** What people call a file of an export, and how large it is. */
const WHOLE = 'operator.airside'

export const fileWords = (name: string): string => {
  if (name === WHOLE) return 'Everything, in one file'
  const words = name.replace(/\.csv$/, '').replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, as CSV`
}

export const sizeWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
