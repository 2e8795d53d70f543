/** A round top for an axis, so that its lines carry whole numbers. */

/** Spaces between the lines of a plot. */
export const LINES = 3

export const axisTop = (most: number): number => {
  const each = Math.max(1, most) / LINES
  const power = 10 ** Math.floor(Math.log10(each))
  const step = [1, 2, 4, 5, 10].find((round) => round * power >= each) ?? 10
  return Math.max(1, Math.ceil(step * power)) * LINES
}
