/**
 * How fast a file must come or be taken on the average, after a while: one that trickles would hold a place among files
 * for minutes (threats row 247). Slower than any line that people work with.
 */
export interface Pace {
  readonly bytesPerSecond: number
  readonly graceMs: number
}

export const FILE_PACE: Pace = { bytesPerSecond: 16 * 1024, graceMs: 15_000 }

/** How long so many bytes may be waited for in all. */
export const msAtPace = ({ bytesPerSecond, graceMs }: Pace, bytes: number): number =>
  graceMs + (bytes / bytesPerSecond) * 1000

export const belowPace = ({ bytesPerSecond }: Pace): string =>
  `The file came more slowly than ${bytesPerSecond} bytes a second`
