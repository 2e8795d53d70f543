/** A value as a cell of CSV (RFC 4180) for spreadsheets, which must not take it for a formula (threats row 214). */

const FORMULA = /^[=+\-@\t\r]/

export const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const inert = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
