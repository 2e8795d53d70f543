/** The type of a described record: every field that the graph shows as it is stored. */
import type { EntityKind } from '../../../domain/entity-kind.ts'
import type { RecordEntity } from '../../../domain/records/all-records.ts'
import type { AnyDescription, RecordOf } from '../../../domain/records/description.ts'
import { type Field, isListed, isNeeded, nameOf } from '../../../domain/records/field.ts'
import { type ExternalId as ExternalIdRecord, shownId } from '../../../domain/versioned.ts'
import { isInsideView } from '../../../domain/view.ts'
import type { DescribedRecord } from '../../../storage/records/described-record.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { type Builder, builder, type GraphTypes } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { usually } from '../../operation/list-size.ts'
import { ExternalId } from '../external-id.ts'
import { Conversation } from '../operations/conversations/conversation.ts'
import { airportOrNull } from '../reference/airport-field.ts'
import { Versioned } from '../versioned.ts'
import { shownType } from './field-type.ts'
import { enumOf } from './record-enum.ts'
import { RecordVersion, versionsOf } from './record-version.ts'

export type FieldsOfType<R> =
  Extract<Parameters<ReturnType<Builder['objectRef']>['implement']>[0]['fields'], (...args: never) => unknown> extends (
    t: infer _T,
  ) => infer M
    ? (t: PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, R>) => M
    : never

type Row = Readonly<Record<string, unknown>>

type RowFields = PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, Row>

/** Options whose types only the description knows. */
type Options = never

const shownField = (t: RowFields, key: string, field: Field) => {
  const { untold, says } = field.options
  const nullable = !isNeeded(field) && !isListed(field) && untold === undefined
  const shared = { type: shownType(field), nullable, ...(says === undefined ? {} : { description: says }) }
  if (field.type === 'airport') {
    const resolve = (row: Row, _args: unknown, context: QueryContext) =>
      airportOrNull(context, row[key] as string | null)
    return t.field({ ...shared, columns: [key], resolve } as Options)
  }
  if (isListed(field)) {
    const resolve = (row: Row) => [...(row[key] as readonly unknown[])]
    return t.field({ ...shared, columns: [key], resolve } as Options)
  }
  if (untold !== undefined)
    return t.field({ ...shared, columns: [key], resolve: (row: Row) => row[key] ?? untold } as Options)
  return t.expose(key as Options, shared as Options)
}

/** A change or two is usual in the time that the feed keeps. */
const USUAL_VERSIONS = 3

const versionList = (t: RowFields, { id, entity, read }: AnyDescription) =>
  t.field({
    ...usually(USUAL_VERSIONS, needs(read)),
    description:
      'Who changed it when, newest first: the latest 20 of the last 30 days. Empty outside the operator’s own view.',
    type: [RecordVersion],
    columns: [id.field],
    // The feed of the record itself.
    follows: [],
    resolve: (row: Row, _args: unknown, context: QueryContext) =>
      versionsOf(context, entity as EntityKind, row[id.field] as string),
  } as Options)

/** Of a record that the operator alone writes they are names in its own systems (threats row 307). */
const ownExternalIds = (t: RowFields) =>
  t.field({
    ...usually(1),
    description: 'Empty outside the operator’s own view.',
    type: [ExternalId],
    columns: ['externalIdList'],
    follows: [],
    resolve: (row: Row, _args: unknown, { reader }: QueryContext) =>
      isInsideView(reader.view) ? (row.externalIdList as readonly ExternalIdRecord[]).map(shownId) : [],
  } as Options)

/** Who sees a person's own record is that person. */
const personsExternalIds = (t: RowFields) =>
  t.field({
    ...usually(1),
    type: [ExternalId],
    columns: ['externalIdList'],
    resolve: (row: Row) => [...(row.externalIdList as readonly unknown[])],
  } as Options)

/** Whoever sees the record sees what is written about it. */
const conversation = (t: RowFields, { id, entity }: AnyDescription) =>
  t.field({
    type: Conversation,
    columns: [id.field],
    resolve: (row: Row) => ({ entity: entity as RecordEntity, entityId: row[id.field] as string }),
  } as Options)

const shownFields = (t: RowFields, description: AnyDescription) => ({
  [description.id.field]: t.expose(description.id.field as Options, { type: 'ID' } as Options),
  ...Object.fromEntries(
    Object.entries(description.fields)
      .filter(([, { options }]) => options.shown === undefined)
      .map(([key, field]) => [nameOf(key, field), shownField(t, key, field)]),
  ),
  versionList: versionList(t, description),
  ...(description.writtenBy === 'operator' && { externalIdList: ownExternalIds(t) }),
  ...(description.owner !== undefined && { externalIdList: personsExternalIds(t) }),
  ...(description.conversation ? { conversation: conversation(t, description) } : {}),
})

/** `byHand` adds the fields that are computed, and those that the description shows by hand. */
export const recordType = <D extends AnyDescription>(
  kind: DescribedRecord<D>,
  byHand?: FieldsOfType<RecordOf<D>>,
): PothosSchemaTypes.ObjectRef<GraphTypes, RecordOf<D>> => {
  const { description } = kind
  const ref = builder.objectRef<RecordOf<D>>(description.name)
  return ref.implement({
    ...(description.isTypeOpen ? noScope : needs(description.read)),
    description: description.says,
    interfaces: [Versioned],
    rows: kind,
    fields: (t: RowFields) => ({ ...shownFields(t, description), ...byHand?.(t as never) }),
  } as Options)
}

/** The enum of a field of one word, for a field that is shown by hand. */
export const typeOf = <D extends AnyDescription, K extends keyof D['fields'] & string>(
  { description: { file, fields } }: DescribedRecord<D>,
  key: K,
): PothosSchemaTypes.EnumRef<GraphTypes, RecordOf<D>[K] & string> => {
  const words = fields[key]?.words
  if (!words) throw new Error(`${file}: ${key} is not one of some words`)
  return enumOf(words) as PothosSchemaTypes.EnumRef<GraphTypes, RecordOf<D>[K] & string>
}
