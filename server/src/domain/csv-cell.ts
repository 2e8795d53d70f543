/** A value as a cell of CSV (RFC 4180) for spreadsheets, which must not take it for a formula (threats row 214). */

/** At the start of a cell, also where a semicolon or a tab parts cells; letters of full width are read as others. */
const FORMULA = /(^|[;\t])(?=[=+\-@\t\r＝＋－＠])/g

export const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const inert = value.replace(FORMULA, "$1'")
  return /[",;\t\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
