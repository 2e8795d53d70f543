/** Formats JSON for a terminal: indented, coloured, and without control characters. */
import type { Terminal } from './terminal.ts'
import { visibleText } from './visible-text.ts'

const STEP = '  '

const lines = (value: unknown, indent: string, paint: Terminal['paint']): string => {
  if (value === null) return paint('dim', 'null')
  if (typeof value === 'string') return paint('green', visibleText(JSON.stringify(value)))
  if (typeof value !== 'object') return paint('cyan', String(value))
  const inner = indent + STEP
  const items = Array.isArray(value)
    ? value.map((item) => lines(item, inner, paint))
    : Object.entries(value).map(
        ([name, item]) => `${paint('bold', visibleText(JSON.stringify(name)))}: ${lines(item, inner, paint)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`
}

/** A file gets the bytes unchanged, a terminal gets them readable. */
export const sayJson = (terminal: Terminal, value: unknown): void =>
  terminal.say(terminal.isWatched ? lines(value, '', terminal.paint) : JSON.stringify(value, null, 2))
