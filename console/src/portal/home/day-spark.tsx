/** Fourteen days as small bars, what failed or was refused in heavier ink at their foot. */
import { counted, grouped } from '../../text/count.ts'
import { utcDayShort } from '../../text/instant.ts'
import '../../charts/charts.css'

interface Day {
  readonly at: string
  readonly requests: number
  readonly failed: number
}

const STEP = 7
const BAR = 5
const HEIGHT = 28

export const DaySpark = ({ days }: { readonly days: readonly Day[] }) => {
  const top = Math.max(1, ...days.map(({ requests }) => requests))
  const [requests, failed] = [
    days.reduce((sum, day) => sum + day.requests, 0),
    days.reduce((sum, day) => sum + day.failed, 0),
  ]
  return (
    <svg
      className="day-spark"
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`By day: ${counted(requests, 'request')}, ${grouped(failed)} of them failed or refused`}
    >
      {days.map((day, index) => {
        const whole = Math.max(1.5, (day.requests / top) * HEIGHT)
        const bad = day.failed === 0 ? 0 : Math.max(1, (day.failed / top) * HEIGHT)
        return (
          <g key={day.at}>
            <title>{`${utcDayShort(new Date(day.at))}: ${counted(day.requests, 'request')}, ${grouped(day.failed)} failed or refused`}</title>
            <rect
              className={day.requests === 0 ? 'fill-track' : 'fill-answered'}
              x={index * STEP}
              y={HEIGHT - whole}
              width={BAR}
              height={whole}
            />
            <rect className="fill-refused" x={index * STEP} y={HEIGHT - bad} width={BAR} height={bad} />
          </g>
        )
      })}
    </svg>
  )
}
