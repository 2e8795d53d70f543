/** Abbreviations that stay what they are. */
const ABBREVIATIONS = new Set(['AOG'])

/** A value of an enum as words: OFF_BLOCK, "Off block". */
export const spelled = (value: string): string => {
  if (ABBREVIATIONS.has(value)) return value
  const words = value.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Minutes as hours and minutes: 1:05. */
export const hoursOf = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
