/** One bar of stacked outcomes. What is there is seen: a segment has a least height, and a gap to the one below. */
import { OUTCOMES, type Outcomes } from './outcome.ts'

interface StackProps {
  readonly outcomes: Outcomes
  readonly x: number
  readonly width: number
  readonly height: number
  /** Requests at the full height. */
  readonly most: number
  readonly least: number
  readonly gap: number
}

export const Stack = ({ outcomes, x, width, height, most, least, gap }: StackProps) => {
  let top = height
  return OUTCOMES.filter(({ key }) => outcomes[key] > 0).map(({ key, tone }, index) => {
    const tall = Math.max(least, (outcomes[key] / most) * height)
    top -= tall + (index > 0 ? gap : 0)
    return <rect key={key} className={`fill-${tone}`} x={x} y={Math.max(0, top)} width={width} height={tall} />
  })
}
