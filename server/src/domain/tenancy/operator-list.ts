/**
 * A file of operators to be created: who they are, whom to invite and what is set. A line is an operator with one
 * person; further lines of the same operator add people. Columns are found by their header, settings are named as in
 * the graph. Everything that is wrong is said at once, each with its line.
 */
import { type CsvRow, type LineError, readCsv } from '../csv.ts'
import { type Headers, headerKey, readTable, type TableRow } from '../csv-table.ts'
import { readEmail } from '../identity/email-address.ts'
import { isRole, ROLES } from '../identity/roles.ts'
import { MAX_INVITATIONS_PER_HOUR } from '../limits.ts'
import { DEFAULT_RULES, type OperatorRules, ruleProblems } from '../operations/operator-rules.ts'
import { isTimezone } from '../reference/timezone.ts'
import { nameProblem } from '../shown-text.ts'
import { ENVIRONMENTS, type Environment, operatorIdProblem, operatorNameProblem } from './tenant.ts'

export interface ListedPerson {
  readonly line: number
  readonly email: string
  readonly name: string
  readonly surname: string
  readonly roles: readonly string[]
}

export interface ListedOperator {
  readonly line: number
  readonly operatorId: string
  readonly name: string
  readonly environments: readonly Environment[]
  readonly people: readonly ListedPerson[]
  readonly rules: OperatorRules
  /** Null where the file leaves it as it is for every operator. */
  readonly recordLimit: number | null
  readonly timezone: string | null
  readonly requiresSecondStep: boolean
}

export interface OperatorList {
  readonly operators: readonly ListedOperator[]
  readonly errors: readonly LineError[]
}

const MAX_LINES = 20_000
const MAX_PERSON_NAME = 100
const MAX_RECORDS = 1_000_000_000

const COLUMNS = {
  operatorId: ['operator_id', 'operator', 'id'],
  name: ['name', 'operator name'],
  environments: ['environments', 'environment'],
  email: ['email', 'e-mail', 'e-mail address'],
  personName: ['person name', 'first name', 'given name'],
  personSurname: ['surname', 'last name', 'family name'],
  roles: ['roles', 'role'],
  recordLimit: ['record_limit', 'records'],
  timezone: ['timezone', 'time zone'],
  requiresSecondStep: ['requires second step', 'second step required'],
} as const satisfies Headers<string>

type PlainColumn = keyof typeof COLUMNS
type Rule = readonly [path: readonly string[], fallback: number | boolean]

const isPlain = (entry: [string, unknown]): entry is [string, number | boolean] =>
  typeof entry[1] === 'number' || typeof entry[1] === 'boolean'

/** Rules that are a number or yes and no, by the column that sets each. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ...Object.entries(DEFAULT_RULES.dutyLimits)
    .filter(isPlain)
    .map(([name, fallback]): [string, Rule] => [`dutyLimits.${name}`, [['dutyLimits', name], fallback]]),
  ...Object.entries(DEFAULT_RULES)
    .filter(isPlain)
    .map(([name, fallback]): [string, Rule] => [name, [[name], fallback]]),
])

/** "maxDutyMinutes" says enough, "isOn" alone does not. */
const ruleHeaders = (column: string, [path]: Rule): readonly string[] =>
  path.at(-1) === 'isOn' ? [column] : [column, path.at(-1) ?? column]

const HEADERS: Headers<string> = {
  ...COLUMNS,
  ...Object.fromEntries([...RULES].map(([column, rule]) => [column, ruleHeaders(column, rule)])),
}

const OF_PERSON: ReadonlySet<string> = new Set(['email', 'personName', 'personSurname', 'roles'])
const OF_OPERATOR = Object.keys(HEADERS).filter((column) => column !== 'operatorId' && !OF_PERSON.has(column))

type Row = TableRow<string>
type Report = (line: number, message: string) => void

const plain = (row: Row, column: PlainColumn): string => row.value(column)

/** A misspelt setting would be left out in silence. */
const unknownColumns = ([header]: readonly CsvRow[]): LineError[] => {
  const known = new Set(Object.values(HEADERS).flat().map(headerKey))
  return (header?.cells ?? [])
    .filter((cell) => !known.has(headerKey(cell)))
    .map((cell) => ({ line: header?.line ?? 1, message: `There is no column "${cell.trim()}": correct or remove it` }))
}

const environmentsOf = (row: Row, report: Report): readonly Environment[] => {
  const words = plain(row, 'environments')
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const chosen = ENVIRONMENTS.filter((environment) => words.includes(environment))
  const isKnown = words.every((word) => ENVIRONMENTS.some((environment) => environment === word))
  if (!isKnown) report(row.line, `environments are ${ENVIRONMENTS.join(' or ')}; both where the cell is empty`)
  return words.length === 0 ? ENVIRONMENTS : chosen
}

const yesOrNo = (row: Row, column: string, fallback: boolean, report: Report): boolean => {
  const text = row.value(column).toLowerCase()
  if (text === '') return fallback
  if (!['yes', 'no', 'true', 'false'].includes(text)) report(row.line, `${column} is yes or no, not "${text}"`)
  return text === 'yes' || text === 'true'
}

const wholeNumber = (row: Row, column: string, report: Report): number | null => {
  const text = row.value(column)
  if (text === '') return null
  if (/^\d{1,10}$/.test(text)) return Number(text)
  report(row.line, `${column} is a whole number, not "${text}"`)
  return null
}

const rulesOf = (row: Row, report: Report): OperatorRules => {
  const set = (column: string, [, fallback]: Rule): number | boolean =>
    typeof fallback === 'boolean'
      ? yesOrNo(row, column, fallback, report)
      : (wholeNumber(row, column, report) ?? fallback)
  const values = [...RULES].map(([column, rule]) => ({ path: rule[0], value: set(column, rule) }))
  const at = (depth: number) =>
    Object.fromEntries(
      values.filter(({ path }) => path.length === depth).map(({ path, value }) => [path.at(-1), value]),
    )
  const rules: OperatorRules = { ...DEFAULT_RULES, ...at(1), dutyLimits: { ...DEFAULT_RULES.dutyLimits, ...at(2) } }
  for (const { message } of ruleProblems(rules)) report(row.line, message)
  return rules
}

const recordLimitOf = (row: Row, report: Report): number | null => {
  const limit = wholeNumber(row, 'recordLimit', report)
  if (limit === null || (limit >= 1 && limit <= MAX_RECORDS)) return limit
  report(row.line, `recordLimit is from 1 to ${MAX_RECORDS}`)
  return null
}

const timezoneOf = (row: Row, report: Report): string | null => {
  const name = plain(row, 'timezone')
  if (name === '' || isTimezone(name)) return name || null
  report(row.line, `"${name}" is no time zone: name one of the IANA list, such as Europe/Zurich`)
  return null
}

/** Null where the line names nobody. */
const personOf = (row: Row, report: Report): ListedPerson | null => {
  const said = plain(row, 'email')
  const isNamed = ['personName', 'personSurname', 'roles'].some((column) => row.value(column) !== '')
  if (said === '') {
    if (isNamed) report(row.line, 'The email of the person is missing')
    return null
  }
  const email = readEmail(said)
  if (email === null) report(row.line, 'email is not an e-mail address: name one mailbox, such as anna@alpine.example')
  const person = {
    line: row.line,
    email: email ?? said,
    name: plain(row, 'personName'),
    surname: plain(row, 'personSurname'),
    roles: plain(row, 'roles')
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  }
  for (const field of ['name', 'surname'] as const) {
    const problem = person[field] === '' ? 'is missing' : nameProblem(person[field], MAX_PERSON_NAME)
    if (problem !== null) report(row.line, `The ${field} of the person ${problem}`)
  }
  const unknown = person.roles.find((role) => !isRole(role))
  if (unknown !== undefined) report(row.line, `There is no role "${unknown}": choose from ${ROLES.join(', ')}`)
  return { ...person, roles: person.roles.length === 0 ? ['ADMIN'] : [...new Set(person.roles)] }
}

/** Further lines of an operator repeat what its first says, or leave it empty. */
const checkRepeated = (first: Row, row: Row, report: Report): void => {
  for (const column of OF_OPERATOR) {
    const said = row.value(column)
    if (said !== '' && said !== first.value(column)) {
      report(row.line, `${column} is not what line ${first.line} says of the same operator`)
    }
  }
}

const checkPeople = ({ environments, people }: ListedOperator, report: Report): void => {
  const most = Math.min(...environments.map((environment) => MAX_INVITATIONS_PER_HOUR[environment]))
  const beyond = people[most]
  if (beyond) report(beyond.line, `At most ${most} people are invited here at once: they invite the others themselves`)
  const seen = new Map<string, number>()
  for (const { email, line } of people) {
    const before = seen.get(email)
    if (before !== undefined) report(line, `${email} stands in line ${before} already`)
    else seen.set(email, line)
  }
}

const operatorOf = (rows: readonly [Row, ...Row[]], report: Report): ListedOperator => {
  const [first, ...others] = rows
  for (const row of others) checkRepeated(first, row, report)
  const operatorId = plain(first, 'operatorId')
  const name = plain(first, 'name')
  for (const problem of [operatorIdProblem(operatorId), operatorNameProblem(name)]) {
    if (problem !== null) report(first.line, problem)
  }
  const operator: ListedOperator = {
    line: first.line,
    operatorId,
    name,
    environments: environmentsOf(first, report),
    people: rows.map((row) => personOf(row, report)).filter((person) => person !== null),
    rules: rulesOf(first, report),
    recordLimit: recordLimitOf(first, report),
    timezone: timezoneOf(first, report),
    requiresSecondStep: yesOrNo(first, 'requiresSecondStep', false, report),
  }
  checkPeople(operator, report)
  return operator
}

export const readOperatorList = (text: string): OperatorList => {
  const csv = readCsv(text)
  if (csv.rows.length > MAX_LINES) {
    return { operators: [], errors: [{ line: MAX_LINES, message: `A file has at most ${MAX_LINES} lines: split it` }] }
  }
  const table = readTable(csv.rows, HEADERS, ['operatorId', 'name'])
  const broken = [...csv.errors, ...unknownColumns(csv.rows), ...(csv.errors.length > 0 ? [] : table.errors)]
  if (broken.length > 0) return { operators: [], errors: broken }
  const errors: LineError[] = []
  const byOperator = new Map<string, [Row, ...Row[]]>()
  for (const row of table.rows) {
    const rows = byOperator.get(row.value('operatorId'))
    if (rows) rows.push(row)
    else byOperator.set(row.value('operatorId'), [row])
  }
  const report: Report = (line, message) => errors.push({ line, message })
  const operators = [...byOperator.values()].map((rows) => operatorOf(rows, report))
  return { operators, errors: errors.toSorted((a, b) => a.line - b.line) }
}
