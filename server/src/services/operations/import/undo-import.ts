/**
 * Undoes an import: removes what it added, where nobody changed or used it since. What it changed stays changed, because
 * what was there before is not kept; the answer names what could not be undone.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { userError } from '../../../domain/user-error.ts'
import type { Versioned } from '../../../domain/versioned.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { type IdempotencyKey, once } from '../../../storage/idempotency.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { CREW_MEMBER, QUALIFICATION } from '../../../storage/operations/crew/crew-members.ts'
import { DUTY } from '../../../storage/operations/crew/duties.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import {
  type Addition,
  additionsOf,
  type ImportRun,
  lockImport,
  markUndone,
  type Use,
  usedRecords,
} from '../../../storage/operations/import/imports.ts'
import type { RecordKind } from '../../../storage/record-kind.ts'
import { lockRecords, recordById, recordsById, removeRecords } from '../../../storage/records.ts'
import { type ViewTx, writingAs } from '../../../storage/view.ts'
import { recordAudit } from '../../audit-trail.ts'
import { duties } from '../crew/duties.ts'
import { qualifications } from '../crew/qualifications.ts'
import { lockCrew } from '../crew/roster.ts'
import type { Desk } from '../desk.ts'
import { changedSince } from './changed-since.ts'
import type { ImportKindName } from './import-file.ts'
import { fileOf, type ImportPlace } from './import-place.ts'
import { DERIVED_OF_FLIGHTS, lockPlanOf, settleAfterRemoval } from './removed-flights.ts'
import { IMPORT_UNDO_HOURS, isInUndoWindow } from './undo-window.ts'

const REMOVED_AT_ONCE = 500

/** How many of the records that stay are told, and kept under the idempotency key. */
export const MAX_KEPT_TOLD = 100

export const KEPT_REASONS = ['CHANGED', 'IN_USE'] as const

export interface KeptRecord {
  readonly recordId: string
  readonly name: string
  readonly reason: (typeof KEPT_REASONS)[number]
}

export interface UndoneImport {
  readonly removed: number
  /** Records that the import changed: they stay so. */
  readonly changed: number
  readonly keptCount: number
  /** The first of those that stay. */
  readonly kept: readonly KeptRecord[]
}

interface Undoable<R extends Versioned> {
  readonly record: RecordKind<R>
  readonly nameOf: (record: R) => string
  readonly uses: readonly Use[]
  /** Whether it stays for what it says itself. */
  readonly isKept?: (record: R) => boolean
  /** Fields that follow from other records: a version that changed no other is no change by somebody. */
  readonly derived?: ReadonlySet<string>
  /** Takes the locks that come before those of the records. */
  readonly begin?: (tx: ViewTx, ids: readonly string[]) => Promise<void>
  /** Removes one as its mutation does, where others follow from it; else many are removed at once. */
  readonly remove?: (tx: ViewTx, desk: Desk, record: R) => Promise<unknown>
  readonly settle?: (tx: ViewTx, desk: Desk, removed: readonly R[]) => Promise<void>
}

type Removal = (
  tx: ViewTx,
  desk: Desk,
  additions: readonly Addition[],
  run: ImportRun,
) => Promise<Omit<UndoneImport, 'changed'>>

const removalOf =
  <R extends Versioned>({
    record,
    nameOf,
    uses,
    isKept,
    derived = new Set(),
    begin,
    remove,
    settle,
  }: Undoable<R>): Removal =>
  async (tx, desk, additions, { changePosition }) => {
    const ids = additions.map(({ recordId }) => recordId)
    await begin?.(tx, ids)
    const found = await lockRecords(tx, record, ids)
    const raised = additions.flatMap(({ recordId, version }) => {
      const to = found.get(recordId)?.version ?? version
      return to === version ? [] : [{ recordId, from: version, to }]
    })
    const changed = await changedSince(tx, raised, { entity: record.entity, derived, after: changePosition })
    const used = await usedRecords(tx, uses, ids)
    const removed: R[] = []
    const kept: KeptRecord[] = []
    for (const { recordId } of additions) {
      const one = found.get(recordId)
      if (!one) continue
      if (changed.has(recordId)) kept.push({ recordId, name: nameOf(one), reason: 'CHANGED' })
      else if (used.has(recordId) || isKept?.(one)) kept.push({ recordId, name: nameOf(one), reason: 'IN_USE' })
      else removed.push(one)
    }
    // Other requests are answered in between, on the embedded store too.
    for (let from = 0; !remove && from < removed.length; from += REMOVED_AT_ONCE) {
      await nextTurn()
      await removeRecords(tx, record, removed.slice(from, from + REMOVED_AT_ONCE))
    }
    for (const one of remove ? removed : []) {
      await nextTurn()
      await remove?.(tx, desk, one)
    }
    await settle?.(tx, desk, removed)
    return { removed: removed.length, keptCount: kept.length, kept: kept.slice(0, MAX_KEPT_TOLD) }
  }

/** The crew members of papers and duties are locked before them, in the order of all transactions. */
const lockMembersOf =
  <R extends Versioned & { readonly crewMemberId: string }>(kind: RecordKind<R>) =>
  async (tx: ViewTx, ids: readonly string[]): Promise<void> => {
    const records = [...(await recordsById(tx, kind, ids)).values()] as readonly R[]
    await lockCrew(tx, [...new Set(records.map(({ crewMemberId }) => crewMemberId))])
  }

/** What was removed before it may have raised its version. */
const versionNow = async <R extends Versioned>(tx: ViewTx, kind: RecordKind<R>, id: string): Promise<number> =>
  (await recordById(tx, kind, id))?.version ?? 0

/** Where records are named by others: whatever the store would refuse to remove, and what an application was given. */
export const USED_BY = {
  aircraft: [
    ['flight', 'aircraft_id'],
    ['unavailability', 'aircraft_id'],
    ['quote', 'aircraft_id'],
    ['document', 'aircraft_id'],
    ['tech_log_entry', 'aircraft_id'],
    ['maintenance_due', 'aircraft_id'],
    ['empty_leg', 'aircraft_id'],
    ['journey_log', 'aircraft_id'],
    ['visit', 'aircraft_id'],
    ['service_request', 'aircraft_id'],
    ['application_aircraft', 'aircraft_id'],
  ],
  crew_member: [
    ['flight_crew', 'crew_member_id'],
    ['duty', 'crew_member_id'],
    ['qualification', 'crew_member_id'],
    ['document', 'crew_member_id'],
  ],
  contact: [
    ['flight_passenger', 'contact_id'],
    ['trip', 'client_id'],
    ['charter_request', 'buyer_contact_id'],
    ['travel_document', 'contact_id'],
    ['service_request', 'provider_contact_id'],
    ['application_provider', 'contact_id'],
    ['document', 'provider_contact_id'],
  ],
  flight: [
    ['flight_crew', 'flight_id'],
    ['flight_passenger', 'flight_id'],
    ['document', 'flight_id'],
    ['empty_leg', 'flight_id'],
    ['journey_log', 'flight_id'],
    ['tech_log_entry', 'flight_id'],
    ['flight_plan', 'flight_id'],
    ['service_request', 'flight_id'],
    ['visit', 'arrival_flight_id'],
    ['visit', 'departure_flight_id'],
  ],
} as const satisfies Readonly<Record<string, readonly Use[]>>

const REMOVALS: Readonly<Record<ImportKindName, Removal>> = {
  aircraft: removalOf({
    record: AIRCRAFT,
    nameOf: ({ registration }) => registration,
    uses: USED_BY.aircraft,
  }),
  crew: removalOf({
    record: CREW_MEMBER,
    nameOf: ({ code }) => code,
    uses: USED_BY.crew_member,
    // Who is whom is no file's to end (threats row 405).
    isKept: ({ userId }) => userId !== null,
  }),
  qualifications: removalOf({
    record: QUALIFICATION,
    nameOf: ({ label }) => label,
    uses: [['qualification', 'supersedes_id']],
    // Which paper replaces which follows from all of them.
    derived: new Set(['supersededById']),
    begin: lockMembersOf(QUALIFICATION),
    remove: async (tx, desk, { qualificationId: id }) =>
      qualifications.delete(tx, desk, { id, expectedVersion: await versionNow(tx, QUALIFICATION, id) }),
  }),
  duties: removalOf({
    record: DUTY,
    nameOf: ({ kind, startAt }) => `${kind} ${new Date(startAt).toISOString().slice(0, 16)}Z`,
    uses: [],
    begin: lockMembersOf(DUTY),
    remove: async (tx, desk, { dutyId: id }) =>
      duties.delete(tx, desk, { id, expectedVersion: await versionNow(tx, DUTY, id) }),
  }),
  // A file of crews adds no record: it changes flights, and what it changed stays.
  'flight-crew': async () => ({ removed: 0, keptCount: 0, kept: [] }),
  contacts: removalOf({
    record: CONTACT,
    nameOf: ({ name, surname }) => [name, surname].filter(Boolean).join(' '),
    uses: USED_BY.contact,
  }),
  flights: removalOf({
    record: FLIGHT,
    nameOf: ({ flightNo }) => flightNo,
    uses: USED_BY.flight,
    derived: DERIVED_OF_FLIGHTS,
    begin: lockPlanOf,
    settle: settleAfterRemoval,
  }),
}

const undoableImport = async (tx: TenantTx, importId: string): Promise<ImportRun> => {
  const run = await lockImport(tx, importId)
  if (!run) throw userError('NOT_FOUND', 'There is no such import', ['importId'])
  if (run.undoneAt !== null) throw userError('LOCKED', 'This import was undone already', ['importId'])
  if (!isInUndoWindow(run, await tx.now())) {
    const message = `An import can be undone for ${IMPORT_UNDO_HOURS} hours: change its records instead`
    throw userError('LOCKED', message, ['importId'])
  }
  return run
}

export const undoImport = (
  { desk, tenant, actor }: ImportPlace,
  importId: string,
  key: IdempotencyKey | null,
): Promise<UndoneImport> =>
  desk.world.storage.writeTenant(tenant.tenantId, async (tx) => {
    const carryOut = async (): Promise<UndoneImport> => {
      const run = await undoableImport(tx, importId)
      const view = writingAs(tx, { of: 'operator' })
      const removal = REMOVALS[run.kind as ImportKindName]
      const done = await removal(view, desk, await additionsOf(tx, importId), run)
      const undone = { ...done, changed: run.updatedCount }
      await markUndone(tx, importId)
      await recordAudit(desk.world, tx, actor, {
        action: 'records.import-undone',
        subject: { kind: 'operator', id: tenant.operatorId },
        detail: { ...fileOf(run), removed: undone.removed, kept: undone.keptCount },
      })
      return undone
    }
    return key === null ? carryOut() : (await once(tx, key, carryOut)).outcome
  })
