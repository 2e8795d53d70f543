/** The stacked parts of one bar, to scale: together they are as high as the bar's value, whatever they are made of. */
import { OUTCOMES, type Outcomes } from './outcome.ts'

export interface Segment {
  readonly key: keyof Outcomes
  readonly tone: string
  /** From the top of the plot. */
  readonly y: number
  readonly height: number
}

interface Plot {
  readonly height: number
  /** The value at the full height. */
  readonly top: number
  /** Left free above a segment that has another on top of it, and taken from its own height. */
  readonly gap: number
}

export const segmentsOf = (outcomes: Outcomes, { height, top, gap }: Plot): Segment[] => {
  const present = OUTCOMES.filter(({ key }) => outcomes[key] > 0)
  let floor = height
  return present.map(({ key, tone }, index) => {
    const tall = (outcomes[key] / top) * height
    floor -= tall
    const cut = index < present.length - 1 && tall > 2 * gap ? gap : 0
    return { key, tone, y: floor + cut, height: tall - cut }
  })
}

/** Below this share of the plot a segment cannot be seen: a mark above the bar says that it is there. */
const MIN_VISIBLE_SHARE = 0.01

/** The outcomes other than success that are too small to be seen; the worst comes last. */
export const hiddenExceptions = (outcomes: Outcomes, top: number): string[] =>
  OUTCOMES.filter(
    ({ key }) => key !== 'answeredCount' && outcomes[key] > 0 && outcomes[key] / top < MIN_VISIBLE_SHARE,
  ).map(({ tone }) => tone)
