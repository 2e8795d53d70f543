/** Rows as CSV (RFC 4180) for a spreadsheet, which must not take a cell for a formula. */
export interface CsvColumn<Row> {
  readonly name: string
  readonly of: (row: Row) => string | number | boolean | null | undefined
}

const cell = (value: ReturnType<CsvColumn<unknown>['of']>): string => {
  const text = value == null ? '' : String(value)
  const inert = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}

export const csvText = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => cell(of(row))))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
