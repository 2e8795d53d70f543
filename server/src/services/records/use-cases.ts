/**
 * Creates, changes and deletes a described record: locks, version, limits, external ids, the write itself. Hooks add
 * what a kind needs beyond that; each gets what it was before and what it becomes.
 */
import type {
  AnyDescription,
  DetailsOf,
  FieldsOf,
  InputOf,
  PatchOf,
  RecordOf,
} from '../../domain/records/description.ts'
import { neededNames } from '../../domain/records/details.ts'
import type { Versioned } from '../../domain/versioned.ts'
import type { RecordKind } from '../../storage/record-kind.ts'
import type { DescribedRecord } from '../../storage/records/described-record.ts'
import {
  changeRecord,
  createRecord,
  type Details,
  expectVersion,
  lockRecord,
  removeRecord,
} from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import type { Desk } from '../operations/desk.ts'
import { externalIdsAfter } from '../operations/external-ids.ts'
import { lockWithParent } from '../operations/parent-lock.ts'
import { refuseNulls } from '../operations/patch.ts'
import { newId } from '../world.ts'
import { checkedDetails } from './details.ts'
import { refuseOtherWriters } from './writers.ts'

type Path = readonly string[]

/** The input of a new record, or of a change. */
type AnyInput<D extends AnyDescription> = Partial<InputOf<D>> & PatchOf<D>

/** What every hook gets. `before` is null for a new record, `after` for one that is deleted. */
interface At<D extends AnyDescription, P> {
  readonly tx: ViewTx
  readonly desk: Desk
  readonly before: RecordOf<D> | null
  /** The locked record that it belongs to. */
  readonly parent: P
  /** The argument that a refusal or a warning concerns. */
  readonly path: Path
}

interface Writing<D extends AnyDescription, P> extends At<D, P> {
  readonly input: AnyInput<D>
  /** With the id; the external ids of a change are not in it yet. */
  readonly next: Details<RecordOf<D>>
}

interface Written<D extends AnyDescription, P> extends At<D, P> {
  readonly after: RecordOf<D> | null
  /** Empty where it was deleted. */
  readonly input: AnyInput<D>
}

export interface Hooks<D extends AnyDescription, P, X extends object> {
  /** Takes the locks that come before the record's own. */
  readonly lock?: (tx: ViewTx, input: AnyInput<D>) => Promise<void>
  /** Refuses to change this record at all. */
  readonly guard?: (at: At<D, P>) => void | Promise<void>
  /** Refuses what other records forbid, and returns the fields that follow from others. */
  readonly beforeWrite?: (writing: Writing<D, P>) => Promise<Partial<DetailsOf<FieldsOf<D>>> | undefined>
  readonly beforeDelete?: (tx: ViewTx, record: RecordOf<D>) => Promise<void>
  /** What the payload has beside the record: warnings. */
  readonly afterWrite?: (written: Written<D, P>) => Promise<X>
}

/** The record, under its name in the payload, and what `afterWrite` adds. */
export type Payload<D extends AnyDescription, X> = Readonly<Record<Uncapitalize<D['name']>, RecordOf<D>>> & X

export interface NewRecord<D extends AnyDescription> {
  readonly input: InputOf<D>
  readonly under: Path
  /** Fields that no input gives. */
  readonly given?: Partial<DetailsOf<FieldsOf<D>>>
}

/** The details of a new record, checked, with its id. */
export const newDetails = async <D extends AnyDescription>(
  tx: ViewTx,
  desk: Desk,
  { description }: DescribedRecord<D>,
  { input, under, given }: NewRecord<D>,
): Promise<Details<RecordOf<D>>> => {
  const details = await checkedDetails(tx, description, desk, { before: null, input, under })
  const externalIdList = await externalIdsAfter(tx, desk, { changes: input.externalIdList, under })
  const id = { [description.id.field]: newId(desk.world, description.id.prefix) }
  return { ...details, ...given, ...id, externalIdList } as unknown as Details<RecordOf<D>>
}

export interface Creating<D extends AnyDescription> {
  readonly input: InputOf<D>
  /** Where an argument names the parent. */
  readonly parentId?: string
}

export interface Updating<D extends AnyDescription> {
  readonly id: string
  readonly input: PatchOf<D>
  readonly expectedVersion: number
}

export interface Deleting {
  readonly id: string
  readonly expectedVersion: number
}

interface Locked<D extends AnyDescription, P> {
  readonly before: RecordOf<D>
  readonly parent: P
}

/** `parentKind` is the kind of the record that it belongs to, which is locked first; null where it belongs to none. */
export const useCases = <D extends AnyDescription, P extends Versioned | null, X extends object>(
  kind: DescribedRecord<D>,
  parentKind: P extends Versioned ? RecordKind<P> : null,
  { lock, guard, beforeWrite, beforeDelete, afterWrite }: Hooks<D, P, X>,
) => {
  const { description } = kind
  const { id, fields } = description
  const payloadName = `${description.name.charAt(0).toLowerCase()}${description.name.slice(1)}`
  const needed = neededNames(description)
  const idPath = id.isInInput ? ['input', id.field] : [id.field]
  const [parentField, ofParent] = Object.entries(fields).find(([, { options }]) => options.parent !== undefined) ?? []

  const payloadOf = async (written: Written<D, P>): Promise<Payload<D, X>> => {
    const more = await afterWrite?.(written)
    return { [payloadName]: written.after ?? written.before, ...more } as Payload<D, X>
  }

  const lockParent = async (tx: ViewTx, { input, parentId }: Creating<D>): Promise<P> => {
    if (parentKind === null || parentField === undefined) return null as P
    const isArgument = ofParent?.options.parent === 'argument'
    const named = isArgument ? parentId : (input as Readonly<Record<string, unknown>>)[parentField]
    const path = isArgument ? [parentField] : ['input', parentField]
    return (await lockRecord(tx, parentKind as RecordKind<Versioned>, named as string, path)) as P
  }

  const lockRow = async (tx: ViewTx, { id, expectedVersion }: Deleting): Promise<Locked<D, P>> => {
    if (parentKind === null) {
      const before = await lockRecord(tx, kind, id, idPath)
      expectVersion(before, expectedVersion)
      return { before, parent: null as P }
    }
    const { parent, record } = await lockWithParent(tx, parentKind as RecordKind<Versioned>, kind, id)
    expectVersion(record, expectedVersion)
    return { before: record, parent: parent as P }
  }

  return {
    create: async (tx: ViewTx, desk: Desk, asked: Creating<D>): Promise<Payload<D, X>> => {
      const { input, parentId } = asked
      const path = ['input']
      refuseOtherWriters(description, desk)
      await lock?.(tx, input as AnyInput<D>)
      const parent = await lockParent(tx, asked)
      const at = { tx, desk, before: null, parent, path }
      await guard?.({ ...at, path: parentField === undefined ? path : [parentField] })
      const given = (parentId === undefined ? {} : { [parentField as string]: parentId }) as Partial<
        DetailsOf<FieldsOf<D>>
      >
      const next = await newDetails(tx, desk, kind, { input, under: path, given })
      const more = await beforeWrite?.({ ...at, input: input as AnyInput<D>, next })
      const after = await createRecord(tx, kind, { ...next, ...more })
      return payloadOf({ ...at, input: input as AnyInput<D>, after })
    },

    update: async (tx: ViewTx, desk: Desk, { id, input, expectedVersion }: Updating<D>): Promise<Payload<D, X>> => {
      const path = ['input']
      refuseOtherWriters(description, desk)
      refuseNulls(input as Readonly<Record<string, unknown>>, needed)
      await lock?.(tx, input as AnyInput<D>)
      const { before, parent } = await lockRow(tx, { id, expectedVersion })
      const at = { tx, desk, before, parent, path }
      await guard?.({ ...at, path: idPath })
      const details = await checkedDetails(tx, description, desk, { before, input, under: path })
      const next = details as unknown as Details<RecordOf<D>>
      const more = await beforeWrite?.({ ...at, input: input as AnyInput<D>, next })
      const ids = { before: before.externalIdList, changes: input.externalIdList }
      const externalIdList = await externalIdsAfter(tx, desk, ids)
      const changes = { ...next, ...more, externalIdList } as unknown as Partial<RecordOf<D>>
      const after = await changeRecord(tx, kind, before, changes)
      return payloadOf({ ...at, input: input as AnyInput<D>, after })
    },

    delete: async (tx: ViewTx, desk: Desk, asked: Deleting): Promise<Payload<D, X>> => {
      refuseOtherWriters(description, desk)
      const { before, parent } = await lockRow(tx, asked)
      const at = { tx, desk, before, parent, path: idPath }
      await guard?.(at)
      await beforeDelete?.(tx, before)
      await removeRecord(tx, kind, before)
      return payloadOf({ ...at, input: {} as AnyInput<D>, after: null })
    },
  }
}
