/** Numbers in words: 12,510; 1 scope, 2 scopes; 0.3 %. */

const GROUPED = new Intl.NumberFormat('en-GB')

export const grouped = (value: number): string => GROUPED.format(value)

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${grouped(value)} ${value === 1 ? one : many}`

/** One decimal, and never 0 or 100 where it is only near: "0.1 %" for one in ten thousand. */
export const share = (part: number, whole: number): string => {
  if (whole === 0 || part === 0) return '0 %'
  if (part === whole) return '100 %'
  const percent = (part / whole) * 100
  return `${Math.min(99.9, Math.max(0.1, Number(percent.toFixed(1))))} %`
}
