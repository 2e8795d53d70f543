/** JSON with the keys of objects in order: the same text for the same content. Keys in `without` are left out. */
export const canonicalJson = (value: unknown, without: string | null = null): string =>
  JSON.stringify(value, (key, item) => {
    if (key === without && without !== null) return undefined
    return item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item
  })
