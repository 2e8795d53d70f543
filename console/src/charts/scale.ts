/** A round top for an axis: its lines carry whole numbers, and the highest bar fills most of the plot. */

const MIN_LINES = 2
const MAX_LINES = 5
/** Distances between two lines that read easily, times a power of ten. */
const ROUND_STEPS = [1, 2, 2.5, 3, 4, 5, 10]

export interface Axis {
  readonly top: number
  /** From the top down to 0. */
  readonly levels: readonly number[]
}

const axisWith = (step: number, lines: number): Axis => ({
  top: step * lines,
  levels: Array.from({ length: lines + 1 }, (_, line) => step * (lines - line)),
})

const roundSteps = (highest: number): number[] => {
  const power = 10 ** Math.floor(Math.log10(highest / MAX_LINES))
  return [power, power * 10].flatMap((size) => ROUND_STEPS.map((round) => round * size)).filter(Number.isInteger)
}

/** The axis that wastes the least height; of two that waste the same, the one with fewer lines. */
export const axisFor = (highest: number): Axis => {
  if (highest <= 1) return axisWith(1, 1)
  const axes = roundSteps(highest)
    .map((step) => axisWith(step, Math.ceil(highest / step)))
    .filter(({ levels }) => levels.length > MIN_LINES && levels.length <= MAX_LINES + 1)
  return axes.reduce((best, axis) => {
    if (axis.top !== best.top) return axis.top < best.top ? axis : best
    return axis.levels.length < best.levels.length ? axis : best
  })
}
