/** One line of the results, in the format that `results/latest.json` holds. */

export interface Row {
  readonly name: string
  readonly ours: number
  readonly peer: number
  readonly peerName: string
  /** Median over the rounds of ours / peer. */
  readonly ratio: number
  /** Highest ratio less lowest. */
  readonly spread: number
  readonly goal: number
  readonly better: 'higher' | 'lower'
  /** Processor time per request: other work on the machine disturbs it less than throughput. */
  readonly oursProcessorMicroseconds?: number | null
  readonly peerProcessorMicroseconds?: number | null
}

/** Something to measure that yields rows; `name` selects it, and so does the name of one of its rows. */
export interface Bench {
  readonly name: string
  readonly run: () => Promise<Row[]>
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}

export const isMet = ({ ratio, goal, better }: Row): boolean => (better === 'higher' ? ratio >= goal : ratio <= goal)
