/** The times below a chart: the first, the last and some between, so that they never touch. */
import './charts.css'

interface TimeAxisProps {
  readonly places: readonly { readonly from: string; readonly label: string }[]
}

const MAX_LABELS = 7

const isLabelled = (index: number, count: number): boolean => {
  const every = Math.max(1, Math.ceil((count - 1) / (MAX_LABELS - 1)))
  return index % every === 0
}

/** The middle of a place, along the width. */
export const middleOf = (index: number, count: number): string => `${((index + 0.5) / count) * 100}%`

export const TimeAxis = ({ places }: TimeAxisProps) => (
  <div className="plot-x">
    {places.map(({ from, label }, index) =>
      isLabelled(index, places.length) ? (
        <span key={from} style={{ left: middleOf(index, places.length) }}>
          {label}
        </span>
      ) : null,
    )}
  </div>
)
