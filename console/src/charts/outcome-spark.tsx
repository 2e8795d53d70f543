/** A small chart of seven days with its sum and its worst outcome. */

import { Icon } from '../parts/icon.tsx'
import { grouped } from '../text/count.ts'
import { type Outcomes, outcomeSentence, sumOf, totalOf, worstShare } from './outcome.ts'
import { Stack } from './stack.tsx'
import './charts.css'

const STEP = 12
const BAR = 10
const HEIGHT = 26
/** From this share on, failures are shown in red. */
const FAILING_SHARE = 0.05

export const OutcomeSpark = ({ buckets }: { readonly buckets: readonly Outcomes[] }) => {
  const sum = sumOf(buckets)
  const total = totalOf(sum)
  const top = Math.max(1, ...buckets.map(totalOf))
  const isFailing = total > 0 && sum.failedCount / total >= FAILING_SHARE
  return (
    <span className="spark number">
      <svg
        viewBox={`0 0 ${buckets.length * STEP - 2} ${HEIGHT}`}
        role="img"
        aria-label={`By day: ${outcomeSentence(sum)}`}
      >
        {buckets.map((bucket, index) => {
          const x = index * STEP
          return (
            <g key={`${x}`}>
              <title>{outcomeSentence(bucket)}</title>
              {totalOf(bucket) === 0 ? (
                <rect className="fill-track" x={x} y={HEIGHT - 1.5} width={BAR} height={1.5} />
              ) : (
                <Stack outcomes={bucket} x={x} width={BAR} height={HEIGHT} top={top} gap={0.8} />
              )}
            </g>
          )
        })}
      </svg>
      <span className="two-lines">
        <span>{grouped(total)}</span>
        <span className={isFailing ? 'small bad spark-worst' : 'small muted spark-worst'}>
          {isFailing && <Icon name="circleCross" />}
          {total === 0 ? 'no requests' : worstShare(sum)}
        </span>
      </span>
    </span>
  )
}
