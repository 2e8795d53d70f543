/** What each kind of import declares: its columns, what it needs, and how a line becomes a record. */
import type { Problem } from '../../../domain/problem.ts'
import type { Versioned } from '../../../domain/versioned.ts'
import type { Warning } from '../../../domain/warning.ts'
import type { RecordKind } from '../../../storage/record-kind.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import type { CellReader } from './cells.ts'

/** A line as an input: the fields whose cells are not empty. */
export type LineInput = Readonly<Record<string, unknown>>

/** A line whose cells were read. */
export interface ReadLine {
  readonly line: number
  readonly input: LineInput
  /** Fields whose cells hold something that cannot be read: they are missing from the input, and told already. */
  readonly unreadable: ReadonlySet<string>
}

/** What a line did. */
export interface Outcome {
  readonly did: 'created' | 'updated' | 'unchanged'
  readonly warningList: readonly Warning[]
}

/** A line that was looked at as a whole: everything that is wrong with it, and how it is written where nothing is. */
export interface LookedAt {
  readonly problems: readonly Problem[]
  readonly write: () => Promise<Outcome>
}

export type LineReader = (line: ReadLine) => Promise<LookedAt>

/** What a column is read as. */
export interface FileField {
  readonly read: CellReader
  /** What people call it. */
  readonly label: string
  /** What files call it, beside its name and label; separated by commas. */
  readonly headings: string
}

export interface ImportKind {
  readonly record: Pick<RecordKind<Versioned>, 'entity'>
  /** By the names of the input's fields, and of those that the kind adds for files. */
  readonly columns: Readonly<Record<string, FileField>>
  /** What the column of the id in another system is called. */
  readonly externalId: Omit<FileField, 'read'>
  /** What a line of a new record needs; of several names any one will do, the first is what people have. */
  readonly needed: readonly (readonly string[])[]
  /** Takes locks in the order of all transactions before the first line is looked at. */
  readonly begin: (tx: ViewTx, desk: Desk, lines: readonly ReadLine[]) => Promise<LineReader>
}

/** Whether a record changed: a write that changes nothing keeps the version. */
export const outcomeOf = (
  before: { readonly version: number } | undefined,
  after: { readonly version: number },
  warningList: readonly Warning[] = [],
): Outcome => {
  if (!before) return { did: 'created', warningList }
  return { did: before.version === after.version ? 'unchanged' : 'updated', warningList }
}

/** Ids of other systems stand in a list of the input. */
const isGiven = (input: LineInput, name: string): boolean =>
  input[name === 'externalId' ? 'externalIdList' : name] !== undefined

/** What a line lacks. A cell that cannot be read is not missing. */
export const missingFrom = (
  { needed }: Pick<ImportKind, 'needed'>,
  { input, unreadable }: Pick<ReadLine, 'input' | 'unreadable'>,
): Problem[] =>
  needed.flatMap((names) => {
    if (names.some((name) => isGiven(input, name) || unreadable.has(name))) return []
    const [first = '', ...others] = names
    const instead = others.length === 0 ? '' : `, or ${others.join(' or ')}`
    return [{ path: [first], message: `A value is required for a new record${instead}` }]
  })
