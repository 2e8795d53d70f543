/** The import of a described record: its columns and their words follow from the fields that files have. */
import type { AnyDescription, InputOf, PatchOf } from '../../../domain/records/description.ts'
import { type Field, isWrittenBy, nameOf } from '../../../domain/records/field.ts'
import { EXTERNAL_ID_WORDS } from '../../../domain/records/heading-words.ts'
import type { DescribedRecord } from '../../../storage/records/described-record.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Creating, Updating } from '../../records/use-cases.ts'
import type { Desk } from '../desk.ts'
import { type CellReader, code, day, decimal, listOf, oneOf, text, time, truth, whole } from './cells.ts'
import { type ImportKind, knownRecord, type LineInput, outcomeOf, refuseMissing } from './import-kind.ts'

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
  readonly create: (tx: ViewTx, desk: Desk, asked: Creating<D>) => Promise<Written>
  readonly update: (tx: ViewTx, desk: Desk, asked: Updating<D>) => Promise<Written>
}

interface ByHand {
  /** Columns that files have and the record does not. */
  readonly columns?: Readonly<Record<string, CellReader>>
  readonly headings?: Readonly<Record<string, string>>
  readonly begin?: (tx: ViewTx) => Promise<void>
  /** The line as an input of the record. */
  readonly inputOf?: (desk: Desk, line: LineInput) => LineInput
}

export const describedImport = <D extends AnyDescription>(
  kind: DescribedRecord<D>,
  cases: Cases<D>,
  { columns, headings, begin, inputOf }: ByHand = {},
): ImportKind => {
  const { description } = kind
  const payloadName = `${description.name.charAt(0).toLowerCase()}${description.name.slice(1)}`
  const inFiles = Object.entries(description.fields).filter(([, { options }]) => options.headings !== undefined)
  const named = inFiles.map(([key, field]) => [nameOf(key, field), field] as const)
  const required = named
    .filter(([, field]) => isWrittenBy(field, 'create') && field.options.required === true)
    .map(([name]) => name)
  return {
    record: kind,
    columns: { ...Object.fromEntries(named.map(([name, field]) => [name, readerOf(field)])), ...columns },
    headings: {
      ...Object.fromEntries(named.map(([name, { options }]) => [name, options.headings ?? ''])),
      ...headings,
      externalId: EXTERNAL_ID_WORDS,
    },
    required,
    begin: async (tx) => begin?.(tx),
    write: async (tx, desk, line) => {
      const input = inputOf ? inputOf(desk, line) : line
      const before = await knownRecord(tx, kind, line)
      if (!before) refuseMissing(input, required)
      const done = before
        ? await cases.update(tx, desk, {
            id: before[kind.id] as string,
            input: input as PatchOf<D>,
            expectedVersion: before.version,
          })
        : await cases.create(tx, desk, { input: input as InputOf<D> })
      return outcomeOf(before, done[payloadName] as { readonly version: number })
    },
  }
}
