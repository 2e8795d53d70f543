/** Sets and removes what other systems call a record, system by system (data §3.2). */

import type { EntityKind } from '../../domain/entity-kind.ts'
import type { Contact } from '../../domain/operations/contact.ts'
import {
  type ExternalId,
  type ExternalIdChange,
  externalIdProblems,
  withChanges,
} from '../../domain/operations/external-id.ts'
import { byEntity, type RecordEntity } from '../../domain/records/all-records.ts'
import { refuseProblems, UserErrors, userError } from '../../domain/user-error.ts'
import type { Versioned } from '../../domain/versioned.ts'
import { claimSystem } from '../../storage/external-ids.ts'
import { STORED_RECORDS } from '../../storage/operations/stored-records.ts'
import type { RecordKind } from '../../storage/record-kind.ts'
import { changeRecord, lockRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { refuseOtherWriters } from '../records/writers.ts'
import type { Desk, Given } from './desk.ts'
import { refusePassengerWrite } from './passengers/passenger-write.ts'

/**
 * A system belongs to the first application that writes it, and to the operator. A personal application writes records
 * of one person, whose ids are apart: it claims no name of the operator's (threats row 289).
 */
const refuseForeignSystems = async (
  tx: ViewTx,
  { principal }: Pick<Desk, 'principal'>,
  changes: readonly ExternalIdChange[],
  path: (index: number) => readonly string[],
): Promise<void> => {
  if (principal.clientId === null || principal.isPersonal) return
  for (const [index, { system }] of changes.entries()) {
    if ((await claimSystem(tx, system, principal.clientId)) === principal.clientId) continue
    const message = `The system ${system} belongs to another application here: choose a name of your own`
    throw userError('NOT_ALLOWED', message, path(index))
  }
}

export interface ExternalIdPatch {
  /** Absent for a new record. */
  readonly before?: readonly ExternalId[]
  readonly changes: Given<readonly ExternalIdChange[]>
  /** The path of the input that has the `externalIdList`. */
  readonly under?: readonly string[]
}

/** The ids of a record after a patch. */
export const externalIdsAfter = async (
  tx: ViewTx,
  desk: Pick<Desk, 'principal'>,
  { before = [], changes, under = ['input'] }: ExternalIdPatch,
): Promise<readonly ExternalId[]> => {
  if (!changes || changes.length === 0) return before
  refuseProblems(externalIdProblems(changes, before), under)
  await refuseForeignSystems(tx, desk, changes, (index) => [...under, 'externalIdList', String(index), 'system'])
  return withChanges(before, changes)
}

export interface ExternalIdSet extends ExternalIdChange {
  readonly entity: EntityKind
  readonly entityId: string
}

const WRITERS = byEntity(({ writtenBy, noun }) => ({ noun, ...(writtenBy && { writtenBy }) }))

const isDescribed = (entity: EntityKind): entity is RecordEntity => entity in STORED_RECORDS

/** The paths of a list of ids, as paths of this mutation's arguments. */
const repathed = (error: unknown): unknown =>
  error instanceof UserErrors
    ? new UserErrors(
        error.list.map(({ path, ...rest }) => ({ ...rest, path: [path?.at(-1) === 'system' ? 'system' : 'value'] })),
      )
    : error

/** No version is expected: two systems do not collide on one record. */
export const setExternalId = async (tx: ViewTx, desk: Desk, { entity, entityId, system, value }: ExternalIdSet) => {
  if (!isDescribed(entity)) throw userError('VALIDATION', `A record of kind ${entity} has no external ids`, ['entity'])
  refuseOtherWriters(WRITERS[entity], desk)
  const kind = STORED_RECORDS[entity] as RecordKind<Versioned>
  const before: Versioned = await lockRecord(tx, kind, entityId, ['entityId'])
  if (entity === 'CONTACT') refusePassengerWrite(desk, before as Contact, ['entityId'])
  try {
    const externalIdList = await externalIdsAfter(tx, desk, {
      before: before.externalIdList,
      changes: [{ system, value }],
    })
    const after: Versioned = await changeRecord(tx, kind, before, { externalIdList })
    return { externalIdList: after.externalIdList, version: after.version }
  } catch (error) {
    throw repathed(error)
  }
}
