/** Sets and removes what other systems call a record, system by system (data §3.2). */

import type { EntityKind } from '../../domain/entity-kind.ts'
import type { Contact } from '../../domain/operations/contact.ts'
import {
  type ExternalId,
  type ExternalIdChange,
  externalIdProblems,
  MAX_SYSTEMS,
  withChanges,
} from '../../domain/operations/external-id.ts'
import { byEntity, type RecordEntity } from '../../domain/records/all-records.ts'
import { refuseProblems, UserErrors, userError } from '../../domain/user-error.ts'
import type { Versioned } from '../../domain/versioned.ts'
import { claimSystem, countSystems, OPERATOR, ownSystems } from '../../storage/external-id-systems.ts'
import { lockCount } from '../../storage/operations/name-lock.ts'
import { STORED_RECORDS } from '../../storage/operations/stored-records.ts'
import type { RecordKind } from '../../storage/record-kind.ts'
import { changeRecord, lockRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { refuseOtherWriters } from '../records/writers.ts'
import type { Desk, Given } from './desk.ts'
import { refusePassengerWrite } from './passengers/passenger-write.ts'

type PathOf = (system: string) => readonly string[]

/**
 * Claims what is nobody's, as far as an application may have names. Whoever else has a name, the refusal is the same,
 * and comes before it is looked whether a value is taken (threats rows 451 and 452).
 */
const claimMissing = async (
  tx: ViewTx,
  owner: string,
  missing: readonly string[],
  path: PathOf,
): Promise<readonly (readonly [string, string])[]> => {
  const [first] = missing
  if (first !== undefined && owner !== OPERATOR && (await countSystems(tx, owner)) + missing.length > MAX_SYSTEMS) {
    const message = `An application has ids of at most ${MAX_SYSTEMS} systems at an operator: use one of its own`
    throw userError('LIMIT_EXCEEDED', message, path(first))
  }
  const claimed: [string, string][] = []
  for (const system of missing) {
    const kept = await claimSystem(tx, system, owner)
    if (kept === null) {
      const message = `System ${system} is used by another one here: choose a name of your own`
      throw userError('NOT_ALLOWED', message, path(system))
    }
    claimed.push([system, kept])
  }
  return claimed
}

/**
 * What the store calls the systems that are written, once all of them are the writer's own: of the operator's people
 * and keys together, or of one application. The operator removes every id. A person's own records have ids apart, which
 * claim no name (threats row 289).
 */
const keptSystems = async (
  tx: ViewTx,
  { principal }: Pick<Desk, 'principal'>,
  changes: readonly ExternalIdChange[],
  path: PathOf,
): Promise<ReadonlyMap<string, string>> => {
  if (principal.isPersonal || tx.view.of === 'person') return new Map()
  const owner = principal.clientId ?? OPERATOR
  const written = changes.filter(({ value }) => owner !== OPERATOR || typeof value === 'string')
  // In one order, so that two transactions cannot wait for each other.
  const systems = written.map(({ system }) => system).toSorted()
  const known = await ownSystems(tx, systems, owner)
  if (known.size === systems.length) return known
  if (owner !== OPERATOR) await lockCount(tx, 'external_id_system', owner)
  const own = await ownSystems(tx, systems, owner)
  const missing = systems.filter((system) => !own.has(system))
  return new Map([...own, ...(await claimMissing(tx, owner, missing, path))])
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
  const pathOf = (name: string) => {
    const index = changes.findIndex(({ system }) => system === name)
    return [...under, 'externalIdList', String(index), 'system']
  }
  return withChanges(before, changes, await keptSystems(tx, desk, changes, pathOf))
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

/** Who may change only papers that it made names only those in its system (ADR 231, threats row 456). */
const refuseOthersPaper = ({ view, author }: ViewTx, entity: EntityKind, { createdBy }: Versioned): void => {
  const isNarrow =
    entity === 'TRAVEL_DOCUMENT'
      ? view.of !== 'operator'
      : entity === 'DOCUMENT' &&
        (view.of === 'provider' || (view.of === 'operator' && view.documents?.as === 'flight-deck'))
  if (!isNarrow || (author?.id != null && createdBy?.id === author.id)) return
  throw userError('NOT_ALLOWED', 'The operator made this record: only the operator names it', ['entityId'])
}

/** No version is expected: two systems do not collide on one record. */
export const setExternalId = async (tx: ViewTx, desk: Desk, { entity, entityId, system, value }: ExternalIdSet) => {
  if (!isDescribed(entity)) throw userError('VALIDATION', `A record of kind ${entity} has no external ids`, ['entity'])
  refuseOtherWriters(WRITERS[entity], desk)
  const kind = STORED_RECORDS[entity] as RecordKind<Versioned>
  const before: Versioned = await lockRecord(tx, kind, entityId, ['entityId'])
  if (entity === 'CONTACT') refusePassengerWrite(desk, before as Contact, ['entityId'])
  refuseOthersPaper(tx, entity, before)
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
