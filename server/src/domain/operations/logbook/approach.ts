/** Approaches that a pilot flew, as an entry of a logbook counts them. */
import { type Problem, textProblems } from '../../problem.ts'

export interface Approach {
  /** As the pilot calls it: ILS, RNP, VISUAL. */
  readonly type: string
  readonly airportICAO?: string | null | undefined
  readonly runway?: string | null | undefined
  readonly count?: number | null | undefined
}

const MAX_APPROACHES = 20
const MAX_COUNT = 100

const oneProblems = ({ type, airportICAO, runway, count }: Approach, path: readonly string[]): Problem[] => [
  ...textProblems([...path, 'type'], type, { most: 20, required: true }),
  ...textProblems([...path, 'airportICAO'], airportICAO ?? null, { most: 4 }),
  ...textProblems([...path, 'runway'], runway ?? null, { most: 4 }),
  ...((count ?? 1) >= 1 && (count ?? 1) <= MAX_COUNT
    ? []
    : [{ path: [...path, 'count'], message: `count is from 1 to ${MAX_COUNT}` }]),
]

export const approachProblems = (list: readonly Approach[], path: readonly string[]): Problem[] =>
  list.length > MAX_APPROACHES
    ? [{ path, message: `An entry has at most ${MAX_APPROACHES} kinds of approach` }]
    : list.flatMap((approach, index) => oneProblems(approach, [...path, String(index)]))
