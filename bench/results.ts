/** Keeps results in a file by row name, so that single rows can be measured again, and prints them as a table. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isTooBusy } from './others-work.ts'
import { isMet, type ProcessorTimes, type Quartiles, type Row } from './row.ts'

const FOLDER = new URL('results/', import.meta.url)
const LATEST = new URL('latest.json', FOLDER)

const earlier = (): Row[] => {
  try {
    return JSON.parse(readFileSync(LATEST, 'utf8')) as Row[]
  } catch {
    return []
  }
}

/** Three digits after the point are more than any of these numbers is worth. */
const rounded = (row: Row): Row =>
  JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value)))

export const keepResults = (rows: readonly Row[], order: readonly string[]): void => {
  const all = new Map(earlier().map((row) => [row.name, row]))
  for (const row of rows) all.set(row.name, rounded(row))
  const place = ({ name }: Row): number => order.findIndex((bench) => name.startsWith(bench))
  mkdirSync(FOLDER, { recursive: true })
  const sorted = [...all.values()].sort((a, b) => place(a) - place(b))
  writeFileSync(LATEST, `${JSON.stringify(sorted, null, 2)}\n`)
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })

const within = (value: number, quartiles: Quartiles | null | undefined): string =>
  quartiles ? `${value.toFixed(2)} (${quartiles.map((one) => one.toFixed(2)).join(' to ')})` : value.toFixed(2)

const isTold = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** Of the server, and where that is another process of the store as well. */
const told = ({ processor, withStore }: Row, cell: (times: ProcessorTimes) => string): string =>
  [processor, withStore].filter(isTold).map(cell).join('; with the store ')

const times = (row: Row): string => told(row, ({ ours, peer }) => `${number(ours)} / ${number(peer)}`)

const timeRatios = (row: Row): string => told(row, ({ ratio, ratioQuartiles }) => within(ratio, ratioQuartiles))

const verdict = (row: Row): string => {
  const judged = row.goal === null ? 'shown as the limit' : isMet(row) ? 'met' : 'missed'
  return isTooBusy(row.othersShare) ? `${judged}, but the machine is too busy to believe it` : judged
}

const percent = (share: number | null | undefined): string =>
  typeof share === 'number' ? `${Math.round(share * 100)} %` : ''

const cells = (row: Row): string[] => [
  row.name,
  number(row.ours),
  number(row.peer),
  row.peerName,
  within(row.ratio, row.ratioQuartiles),
  times(row),
  timeRatios(row),
  row.goal === null ? '' : `${row.better === 'higher' ? '≥' : '≤'} ${row.goal}`,
  percent(row.othersShare),
  verdict(row),
]

const HEAD = [
  'what',
  'ours',
  'peer',
  'peer is',
  'ratio (quartiles)',
  'µs of processor',
  'peer’s time / ours (quartiles)',
  'goal',
  'others’ work',
  '',
]

/** A Markdown table, padded for reading in a terminal. */
export const tableOf = (rows: readonly Row[]): string => {
  const lines = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(3, ...lines.map((line) => (line[column] as string).length)))
  const text = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [text(HEAD), rule, ...lines.slice(1).map(text)].join('\n')
}
