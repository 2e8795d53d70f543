/** The import of a described record: its columns and their words follow from the fields that files have. */

import type { Problem } from '../../../domain/problem.ts'
import type { AnyDescription, InputOf, PatchOf, RecordOf } from '../../../domain/records/description.ts'
import { blankDetails, dependsOnToday, givenFields, problemsOf } from '../../../domain/records/details.ts'
import { type Field, isWrittenBy, labelOf, nameOf } from '../../../domain/records/field.ts'
import { EXTERNAL_ID_WORDS } from '../../../domain/records/heading-words.ts'
import type { Warning } from '../../../domain/warning.ts'
import { columnName } from '../../../storage/columns.ts'
import { type Condition, oneOf as oneOfThese } from '../../../storage/record-kind.ts'
import type { DescribedRecord } from '../../../storage/records/described-record.ts'
import { lockRecords, selectRecords } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Creating, Updating } from '../../records/use-cases.ts'
import type { Desk } from '../desk.ts'
import { type CellReader, code, day, decimal, listOf, oneOf, text, time, truth, whole } from './cells.ts'
import {
  type FileField,
  type ImportKind,
  type LineInput,
  type LookedAt,
  missingFrom,
  outcomeOf,
  type ReadLine,
} from './import-kind.ts'
import { otherIdProblems, recordOfExternalId, recordWhere } from './known-record.ts'

const readerOf = ({ type, words, isUpper, limits }: Field): CellReader => {
  const readers: Readonly<Partial<Record<Field['type'], CellReader>>> = {
    whole,
    decimal,
    truth,
    day,
    time,
    airport: code,
    word: oneOf(words?.values ?? []),
    words: listOf(words?.values ?? []),
  }
  return readers[type] ?? (isUpper || limits.nationality || limits.country ? code : text)
}

type Written = Readonly<Record<string, unknown>>

interface Cases<D extends AnyDescription> {
  readonly create: (tx: ViewTx, desk: Desk, asked: Creating<D>) => Promise<object>
  readonly update: (tx: ViewTx, desk: Desk, asked: Updating<D>) => Promise<object>
}

/** A line as an input of the record, and what it names that does not exist. */
export interface Resolved {
  readonly input: LineInput
  readonly problems: readonly Problem[]
}

/** What was found and locked before the first line. */
export interface Opened {
  readonly resolve?: (line: LineInput) => Resolved
}

interface ByHand {
  /** Columns that files have and the record does not. */
  readonly columns?: Readonly<Record<string, FileField>>
  /** The columns that will do in place of a field, as people have them. */
  readonly instead?: Readonly<Record<string, string>>
  /** The field that is one record's alone: a line with it is about that record. */
  readonly knownBy?: string
  /** Which record an input is about that has no such field and no external id. */
  readonly sameAs?: (input: LineInput) => readonly Condition[] | null
  readonly begin?: (tx: ViewTx, desk: Desk, lines: readonly ReadLine[]) => Promise<Opened>
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

interface Looking {
  readonly input: LineInput
  /** What is told of already. */
  readonly wrong: ReadonlySet<string>
  readonly before: object | undefined
  readonly today: string
}

/** Everything that is wrong with what a line gives, by itself: airports, limits, and rules between fields that are fine. */
const problemsOfLine = (
  { fields, rules = [] }: AnyDescription,
  { reference }: Desk,
  { input, wrong, before, today }: Looking,
): Problem[] => {
  const given = new Map(givenFields(fields, input, before ? 'update' : 'create'))
  const airports = Object.entries(fields).flatMap(([key, field]): Problem[] => {
    const code = given.get(key)
    if (field.type !== 'airport' || typeof code !== 'string' || reference.airportByCode(code)) return []
    given.delete(key)
    return [{ path: [nameOf(key, field)], message: `There is no airport ${code}` }]
  })
  const isWrong = (key: string) => wrong.has(nameOf(key, fields[key] as Field))
  const details = { ...(before ?? blankDetails(fields)), ...Object.fromEntries(given) }
  const limits = problemsOf(
    { fields, rules: rules.filter(({ of }) => !of.some(isWrong)) },
    details,
    (key) => given.has(key) && !isWrong(key),
    today,
  )
  return [...airports, ...limits]
}

const columnsOf = (
  named: readonly (readonly [string, string, Field])[],
  instead: Readonly<Record<string, string>>,
): Readonly<Record<string, FileField>> =>
  Object.fromEntries(
    named.map(([key, name, field]) => {
      const isId = field.type === 'id' || instead[name] !== undefined
      const label = isId ? `${labelOf(key, field)}, by its id` : labelOf(key, field)
      return [name, { read: readerOf(field), label, headings: field.options.headings ?? '' }]
    }),
  )

/** What people have stands before the id in whose place it will do. */
const inOrder = (
  columns: Readonly<Record<string, FileField>>,
  instead: Readonly<Record<string, string>>,
): Readonly<Record<string, FileField>> => {
  const preferred = new Set(Object.values(instead))
  const names = Object.keys(columns).filter((name) => !preferred.has(name))
  const ordered = names.flatMap((name) => [instead[name] ?? [], name].flat())
  return Object.fromEntries(ordered.map((name) => [name, columns[name] as FileField]))
}

/** Rows are locked in one order, whichever order the file has. */
const lockKnown = async <D extends AnyDescription>(
  tx: ViewTx,
  kind: DescribedRecord<D>,
  column: string,
  names: readonly string[],
): Promise<void> => {
  const found = await selectRecords(tx, kind, { where: [oneOfThese(column, names)] })
  const ids = found.map((record) => (record as Written)[kind.id] as string)
  if (ids.length > 0) await lockRecords(tx, kind, ids)
}

export const describedImport = <D extends AnyDescription>(
  kind: DescribedRecord<D>,
  cases: Cases<D>,
  { columns, instead = {}, knownBy, sameAs, begin }: ByHand = {},
): ImportKind => {
  const { description } = kind
  const { fields } = description
  const payloadName = `${description.name.charAt(0).toLowerCase()}${description.name.slice(1)}`
  const inFiles = Object.entries(fields).filter(([, { options }]) => options.headings !== undefined)
  const named = inFiles.map(([key, field]) => [key, nameOf(key, field), field] as const)
  const needed = named
    .filter(([, , field]) => isWrittenBy(field, 'create') && field.options.required === true)
    .map(([, name]) => (instead[name] === undefined ? [name] : [instead[name], name]))
  const [parentField] = Object.entries(fields).find(([, { options }]) => options.parent !== undefined) ?? []
  const knownColumn = `${kind.table}.${columnName(knownBy ?? '')}`
  const isToday = dependsOnToday(description, (key) => fields[key]?.options.headings !== undefined)

  const write = async (tx: ViewTx, desk: Desk, input: LineInput, before: RecordOf<D> | undefined) => {
    const id = (before as Written | undefined)?.[kind.id] as string
    const payload = before
      ? await cases.update(tx, desk, { id, input: input as PatchOf<D>, expectedVersion: before.version })
      : await cases.create(tx, desk, { input: input as InputOf<D> })
    const done = payload as Written
    const warningList = (done.warningList ?? []) as readonly Warning[]
    return outcomeOf(before, done[payloadName] as { readonly version: number }, warningList)
  }

  return {
    record: kind,
    columns: inOrder({ ...columnsOf(named, instead), ...columns }, instead),
    externalId: { label: 'Id in another system', headings: EXTERNAL_ID_WORDS },
    needed,
    begin: async (tx, desk, lines) => {
      const { resolve } = (await begin?.(tx, desk, lines)) ?? {}
      const nameIn = ({ [knownBy ?? '']: name }: LineInput) => (typeof name === 'string' ? name : undefined)
      const names = lines.flatMap(({ input }) => nameIn(input) ?? [])
      if (names.length > 0) await lockKnown(tx, kind, knownColumn, names)
      const today = isToday ? dayOf(await tx.now()) : ''
      const lineOfName = new Map<string, number>()

      const find = async (input: LineInput): Promise<{ before: RecordOf<D> | undefined; isByName: boolean }> => {
        const byId = await recordOfExternalId(tx, kind, input)
        if (byId) return { before: byId, isByName: false }
        const name = nameIn(input)
        const where = name === undefined ? sameAs?.(input) : [oneOfThese(knownColumn, [name])]
        return { before: where ? await recordWhere(tx, kind, where) : undefined, isByName: name !== undefined }
      }

      return async (read): Promise<LookedAt> => {
        const { input, problems: unknown } = resolve?.(read.input) ?? { input: read.input, problems: [] }
        const { before, isByName } = await find(input)
        const name = nameIn(input)
        const earlier = name === undefined ? undefined : lineOfName.get(name)
        if (name !== undefined && earlier === undefined) lineOfName.set(name, read.line)
        const isTwice = before !== undefined && isByName && earlier !== undefined
        const parent = parentField === undefined ? undefined : input[parentField]
        const isElsewhere = before && parent !== undefined && (before as Written)[parentField ?? ''] !== parent
        const found: Problem[] = [
          ...unknown,
          ...(before ? otherIdProblems(before, input) : missingFrom({ needed }, read)),
          ...(isTwice ? [{ path: [knownBy ?? ''], message: `${name} stands on line ${earlier} too: keep one` }] : []),
          ...(isElsewhere
            ? [{ path: [parentField ?? ''], message: `The ${kind.noun} with this id belongs to another one` }]
            : []),
        ]
        const wrong = new Set([...read.unreadable, ...found.map(({ path }) => path[0] ?? '')])
        const limits = problemsOfLine(description, desk, { input, wrong, before, today })
        return { problems: [...found, ...limits], write: () => write(tx, desk, input, before) }
      }
    },
  }
}
