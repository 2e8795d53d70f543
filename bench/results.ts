/** Keeps results in a file by row name, so that single rows can be measured again, and prints them as a table. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isMet, type Row } from './row.ts'

const FOLDER = new URL('results/', import.meta.url)
const LATEST = new URL('latest.json', FOLDER)

const earlier = (): Row[] => {
  try {
    return JSON.parse(readFileSync(LATEST, 'utf8')) as Row[]
  } catch {
    return []
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

export const keepResults = (rows: readonly Row[], order: readonly string[]): void => {
  const all = new Map(earlier().map((row) => [row.name, row]))
  for (const row of rows) all.set(row.name, { ...row, ratio: rounded(row.ratio), spread: rounded(row.spread) })
  const place = ({ name }: Row): number => order.findIndex((bench) => name.startsWith(bench))
  mkdirSync(FOLDER, { recursive: true })
  const sorted = [...all.values()].sort((a, b) => place(a) - place(b))
  writeFileSync(LATEST, `${JSON.stringify(sorted, null, 2)}\n`)
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })

const processor = ({ oursProcessorMicroseconds: ours, peerProcessorMicroseconds: peer }: Row): string =>
  typeof ours === 'number' && typeof peer === 'number' ? `${ours} / ${peer}` : ''

const cells = (row: Row): string[] => [
  row.name,
  number(row.ours),
  number(row.peer),
  row.peerName,
  row.ratio.toFixed(2),
  processor(row),
  row.spread.toFixed(2),
  `${row.better === 'higher' ? '≥' : '≤'} ${row.goal}`,
  isMet(row) ? 'met' : 'missed',
]

const HEAD = ['what', 'ours', 'peer', 'peer is', 'ratio', 'µs of processor', 'spread', 'goal', '']

/** A Markdown table, padded for reading in a terminal. */
export const tableOf = (rows: readonly Row[]): string => {
  const lines = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(3, ...lines.map((line) => (line[column] as string).length)))
  const text = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [text(HEAD), rule, ...lines.slice(1).map(text)].join('\n')
}
