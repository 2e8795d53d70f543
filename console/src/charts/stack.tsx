/** One bar of stacked outcomes, drawn to scale. */
import type { Outcomes } from './outcome.ts'
import { segmentsOf } from './segments.ts'

interface StackProps {
  readonly outcomes: Outcomes
  readonly x: number
  readonly width: number
  readonly height: number
  /** Requests at the full height. */
  readonly top: number
  readonly gap: number
}

export const Stack = ({ outcomes, x, width, height, top, gap }: StackProps) =>
  segmentsOf(outcomes, { height, top, gap }).map((segment) => (
    <rect
      key={segment.key}
      className={`fill-${segment.tone}`}
      x={x}
      y={segment.y}
      width={width}
      height={segment.height}
    />
  ))
