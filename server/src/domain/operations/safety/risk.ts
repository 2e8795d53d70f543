/** How bad and how likely: one matrix per operator, whose cells say what a risk is called and how far it is accepted. */
import { type Problem, textProblems } from '../../problem.ts'

export interface RiskPlace {
  /** From 1, the least. */
  readonly severity: number
  readonly likelihood: number
}

/** A risk as it was assessed: it keeps its words when the matrix changes. */
export interface Risk extends RiskPlace {
  readonly index: string
  readonly band: string
}

export interface RiskMatrix {
  readonly severityList: readonly string[]
  readonly likelihoodList: readonly string[]
  readonly cellList: readonly Risk[]
}

const BANDS = { a: 'ACCEPTABLE', t: 'TOLERABLE', n: 'NOT_ACCEPTABLE' } as const

/** Of ICAO Doc 9859: a line for each severity from the least on, a letter for each likelihood from the least on. */
const ICAO_BANDS = ['aaatt', 'aattt', 'atttn', 'attnn', 'ttnnn'] as const

const cellOf = (severity: number, likelihood: number, band: string): Risk => ({
  severity,
  likelihood,
  index: `${severity}${String.fromCharCode(64 + likelihood)}`,
  band: BANDS[band as keyof typeof BANDS],
})

/** What an operator begins with. */
export const ICAO_MATRIX: RiskMatrix = {
  severityList: ['Negligible', 'Minor', 'Major', 'Hazardous', 'Catastrophic'],
  likelihoodList: ['Extremely improbable', 'Improbable', 'Remote', 'Occasional', 'Frequent'],
  cellList: ICAO_BANDS.flatMap((line, severity) =>
    [...line].map((band, likelihood) => cellOf(severity + 1, likelihood + 1, band)),
  ),
}

/** The cell of a place; null where the matrix has none. */
export const riskAt = ({ cellList }: RiskMatrix, { severity, likelihood }: RiskPlace): Risk | null =>
  cellList.find((cell) => cell.severity === severity && cell.likelihood === likelihood) ?? null

export const riskProblems = (matrix: RiskMatrix, place: RiskPlace, path: readonly string[]): Problem[] =>
  riskAt(matrix, place) === null
    ? [
        {
          path,
          message: `severity is from 1 to ${matrix.severityList.length}, likelihood from 1 to ${matrix.likelihoodList.length}`,
        },
      ]
    : []

const MIN_STEPS = 2
const MAX_STEPS = 10
const MAX_WORDS = 60

const wordProblems = (list: readonly string[], path: string): Problem[] => {
  if (list.length < MIN_STEPS || list.length > MAX_STEPS) {
    return [{ path: [path], message: `A matrix has ${MIN_STEPS} to ${MAX_STEPS} of these` }]
  }
  return list.flatMap((word, index) => textProblems([path, `${index}`], word, { most: MAX_WORDS, required: true }))
}

/** Every place has one cell, and no cell stands beside the matrix. */
export const matrixProblems = ({ severityList, likelihoodList, cellList }: RiskMatrix): Problem[] => {
  const words = [...wordProblems(severityList, 'severityList'), ...wordProblems(likelihoodList, 'likelihoodList')]
  if (words.length > 0) return words
  const places = new Set(
    severityList.flatMap((_, severity) => likelihoodList.map((__, likelihood) => `${severity + 1} ${likelihood + 1}`)),
  )
  const isWhole =
    cellList.length === places.size && cellList.every((cell) => places.delete(`${cell.severity} ${cell.likelihood}`))
  if (!isWhole) return [{ path: ['cellList'], message: 'Give one cell for each severity and likelihood, both from 1' }]
  return cellList.flatMap(({ index, band }, place) => [
    ...textProblems(['cellList', `${place}`, 'index'], index, { most: 10, required: true }),
    ...textProblems(['cellList', `${place}`, 'band'], band, { most: MAX_WORDS, required: true }),
  ])
}
