/** One line of the results, in the format that `results/latest.json` holds. */

/** The lower and the upper one: half of the rounds lie between them. */
export type Quartiles = readonly [lower: number, upper: number]

/** Microseconds of a processor per request: other work on the machine disturbs them less than throughput. */
export interface ProcessorTimes {
  readonly ours: number
  readonly peer: number
  /** Median over the rounds of the peer's / ours: above 1 we take less. */
  readonly ratio: number
  readonly ratioQuartiles: Quartiles
}

export interface Row {
  readonly name: string
  readonly ours: number
  readonly peer: number
  readonly peerName: string
  /** Median over the rounds of ours / peer. */
  readonly ratio: number
  readonly ratioQuartiles?: Quartiles
  /** Upper quartile of the ratio less the lower; in rows without quartiles, highest less lowest. */
  readonly spread: number
  /** Null for a peer that does less than we do and shows the limit. */
  readonly goal: number | null
  readonly better: 'higher' | 'lower'
  readonly rounds?: number
  readonly processor?: ProcessorTimes | null
  /** Of server and store together, where the store is a server of its own. */
  readonly withStore?: ProcessorTimes | null
  /** The part of the machine's processors that other programs used meanwhile. */
  readonly othersShare?: number | null
}

/** Something to measure that yields rows; `name` selects it, and so does the name of one of its rows. */
export interface Bench {
  readonly name: string
  readonly run: () => Promise<Row[]>
}

/** The value below which this part of them lies, interpolated between neighbours. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const lower = sorted[Math.floor(place)] as number
  const upper = sorted[Math.ceil(place)] as number
  return lower + (upper - lower) * (place - Math.floor(place))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const quartiles = (values: readonly number[]): Quartiles => [quantile(values, 0.25), quantile(values, 0.75)]

export const isMet = ({ ratio, goal, better }: Row): boolean =>
  goal === null || (better === 'higher' ? ratio >= goal : ratio <= goal)

/** The quotient of each round. */
export const ratiosOf = (above: readonly number[], below: readonly number[]): number[] =>
  above.map((value, round) => value / (below[round] as number))

export const processorTimes = (ours: readonly number[], peer: readonly number[]): ProcessorTimes => {
  const ratios = ratiosOf(peer, ours)
  return { ours: median(ours), peer: median(peer), ratio: median(ratios), ratioQuartiles: quartiles(ratios) }
}
