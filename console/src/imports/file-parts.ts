/**
 * Cuts a file into parts that one request takes each. Every part begins with the file's header, and knows how many
 * lines lie before it, so that a line is named by its number in the file.
 */

/** Equal to what the server takes at a time (`server/src/domain/limits.ts`; a test compares the two). */
export const MAX_LINES_PER_PART = 250
/** Less than a request may hold, because a text grows a little on its way. */
const MAX_CHARACTERS_PER_PART = 600_000
export const MAX_LINES = 10_000

export interface FilePart {
  readonly text: string
  /** Added to a line of the part, it is a line of the file. */
  readonly offset: number
  /** The part's lines in the file, without the header. */
  readonly firstLine: number
  readonly lastLine: number
  readonly lineCount: number
}

interface Row {
  readonly text: string
  readonly lines: number
}

const LINE_END = /\r\n|\r|\n/g

/** Rows end at line ends that stand in no quotes. */
const rowsOf = (text: string): Row[] => {
  const rows: Row[] = []
  let start = 0
  let lines = 1
  for (const end of text.matchAll(LINE_END)) {
    const at = end.index + end[0].length
    const row = text.slice(start, at)
    if ((row.split('"').length - 1) % 2 === 1) {
      lines++
      continue
    }
    rows.push({ text: row, lines })
    start = at
    lines = 1
  }
  if (start < text.length) rows.push({ text: text.slice(start), lines })
  return rows
}

const isBlank = ({ text }: Row): boolean => text.trim() === ''

export const partsOf = (text: string): FilePart[] => {
  const [header = { text: '', lines: 1 }, ...rows] = rowsOf(text)
  const parts: FilePart[] = []
  let part: Row[] = []
  let before = 0
  let size = 0
  const close = () => {
    const lineCount = part.filter((row) => !isBlank(row)).length
    const after = before + part.reduce((sum, row) => sum + row.lines, 0)
    const [firstLine, lastLine] = [header.lines + before + 1, header.lines + after]
    const text = [header, ...part].map((row) => row.text).join('')
    if (lineCount > 0) parts.push({ text, offset: before, firstLine, lastLine, lineCount })
    before = after
    part = []
    size = 0
  }
  for (const row of rows) {
    if (part.length === MAX_LINES_PER_PART || size + row.text.length > MAX_CHARACTERS_PER_PART) close()
    part.push(row)
    size += row.text.length
  }
  close()
  // A file without lines is sent as it is: the server says what is wrong with it.
  return parts.length > 0 ? parts : [{ text, offset: 0, firstLine: 1, lastLine: 0, lineCount: 0 }]
}

export const lineCountOf = (parts: readonly FilePart[]): number => parts.reduce((sum, part) => sum + part.lineCount, 0)

/** Those of the file's lines that stand in this part, by their number in it. */
export const linesInPart = (lines: readonly { readonly line: number }[], part: FilePart): number[] =>
  lines.flatMap(({ line }) => (line >= part.firstLine && line <= part.lastLine ? [line - part.offset] : []))
