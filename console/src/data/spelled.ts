/** A value of an enum as words: OFF_BLOCK, "off block". */
export const spelled = (value: string): string => value.toLowerCase().replaceAll('_', ' ')

/** Minutes as hours and minutes: 1:05. */
export const hoursOf = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
