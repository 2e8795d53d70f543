/**
 * Files changes of duties, qualifications and flights for the users behind the crew members whom they concern, as
 * MY_DUTY, MY_QUALIFICATION and MY_FLIGHT, and those of safety reports for who sent them, as MY_SAFETY_REPORT. Each is
 * told to those users alone.
 */
import { type EntityKind, OWN_KINDS } from '../../domain/entity-kind.ts'
import { personViewer, type Viewer } from '../../domain/view.ts'
import type { ChangeDraft } from '../change-draft.ts'
import { fragment, rowsOf } from '../engines/fragment.ts'
import type { TenantTx } from '../handles.ts'

type Source = keyof typeof OWN_KINDS

const isSource = (entity: EntityKind): entity is Source => Object.hasOwn(OWN_KINDS, entity)

/** Fields of a flight that its crew reads too, by the names of the graph. */
const SHOWN_OF_FLIGHT: ReadonlySet<string> = new Set([
  'flightNo',
  'status',
  'kind',
  'aircraft',
  'adep',
  'ades',
  'divertedTo',
  'arrivalAirport',
  'schedule',
  'estimate',
  'actual',
  'landingCount',
])

/** What a reporter reads of a report: not what the safety office makes of it (data §11). */
const SHOWN_OF_REPORT: ReadonlySet<string> = new Set(['status', 'legalType', 'feedback', 'conversation'])

interface Users {
  readonly ofMember: ReadonlyMap<string, Viewer>
  /** Those on a flight now. */
  readonly ofFlight: ReadonlyMap<string, readonly Viewer[]>
  /** Who sent a report. */
  readonly ofReport: ReadonlyMap<string, Viewer>
}

/** Of OPEN ones: what is filed and sent for one person tells that it is theirs (data §11.2). */
const reportersOf = async (tx: TenantTx, reports: readonly string[]): Promise<ReadonlyMap<string, Viewer>> => {
  if (reports.length === 0) return new Map()
  const rows = await rowsOf<{ report: string; user: string }>(
    tx,
    fragment`select sent.safety_report_id as report, sent.user_id as "user" from safety_original sent
    join safety_report told on told.tenant_id = sent.tenant_id and told.safety_report_id = sent.safety_report_id
    where sent.tenant_id = ${tx.tenantId} and sent.user_id is not null and told.confidentiality = 'OPEN'
      and sent.safety_report_id ${fragment.among(reports)}`,
  )
  return new Map(rows.map(({ report, user }) => [report, personViewer(user)]))
}

const crewUsersOf = async (
  tx: TenantTx,
  members: readonly string[],
  flights: readonly string[],
): Promise<Omit<Users, 'ofReport'>> => {
  const rows = await rowsOf<{ member: string; flight: string | null; user: string }>(
    tx,
    fragment`select m.crew_member_id as member, null as flight, m.user_id as "user" from crew_member m
    where m.tenant_id = ${tx.tenantId} and m.user_id is not null and m.crew_member_id ${fragment.among(members)}
    union all
    select m.crew_member_id as member, fc.flight_id as flight, m.user_id as "user" from flight_crew fc
    join crew_member m on m.tenant_id = fc.tenant_id and m.crew_member_id = fc.crew_member_id
    where fc.tenant_id = ${tx.tenantId} and m.user_id is not null and fc.flight_id ${fragment.among(flights)}`,
  )
  const onFlights = Map.groupBy(
    rows.filter(({ flight }) => flight !== null),
    ({ flight }) => flight as string,
  )
  return {
    ofMember: new Map(rows.map(({ member, user }) => [member, personViewer(user)])),
    ofFlight: new Map([...onFlights].map(([flight, list]) => [flight, list.map(({ user }) => personViewer(user))])),
  }
}

const ownOfFlight = (tx: TenantTx, draft: ChangeDraft, users: Users): ChangeDraft => {
  const now = users.ofFlight.get(draft.entityId) ?? []
  const former = tx.own.crewBefore.get(draft.entityId)
  const before = former ? former.flatMap((member) => users.ofMember.get(member) ?? []) : now
  return {
    ...draft,
    entity: 'MY_FLIGHT',
    parentId: null,
    fieldList: draft.fieldList.filter((field) => SHOWN_OF_FLIGHT.has(field)),
    viewersBefore: draft.kind === 'CREATED' ? [] : before,
    viewersAfter: draft.kind === 'DELETED' ? [] : now,
  }
}

const viewersAround = ({ kind }: ChangeDraft, viewer: Viewer | undefined) => {
  const viewers = viewer === undefined ? [] : [viewer]
  return { viewersBefore: kind === 'CREATED' ? [] : viewers, viewersAfter: kind === 'DELETED' ? [] : viewers }
}

const ownOfReport = (draft: ChangeDraft, users: Users): ChangeDraft => ({
  ...draft,
  entity: 'MY_SAFETY_REPORT',
  parentId: null,
  fieldList: draft.fieldList.filter((field) => SHOWN_OF_REPORT.has(field)),
  ...viewersAround(draft, users.ofReport.get(draft.entityId)),
})

const ownOfMember = (draft: ChangeDraft, users: Users): ChangeDraft => ({
  ...draft,
  entity: OWN_KINDS[draft.entity as Source],
  parentId: null,
  ...viewersAround(draft, users.ofMember.get(draft.parentId ?? '')),
})

const ownOf = (tx: TenantTx, draft: ChangeDraft, users: Users): ChangeDraft => {
  if (draft.entity === 'FLIGHT') return ownOfFlight(tx, draft, users)
  return draft.entity === 'SAFETY_REPORT' ? ownOfReport(draft, users) : ownOfMember(draft, users)
}

/** Reminders of a flight are for those who plan it; those of papers are for their holders too. */
const isForThem = ({ entity, kind }: ChangeDraft): boolean =>
  isSource(entity) && (kind !== 'REMINDER' || entity === 'QUALIFICATION')

/** Of a report that changed, but in nothing that its reporter reads, they are told nothing: not even when (data §11). */
const isTold = ({ entity, kind, fieldList, viewersBefore, viewersAfter }: ChangeDraft): boolean =>
  viewersBefore.length + viewersAfter.length > 0 &&
  (entity !== 'MY_SAFETY_REPORT' || kind !== 'UPDATED' || fieldList.length > 0)

/** Files what was reported since the last time. A transaction that removes crews does it before they are gone. */
export const fileOwnChanges = async (tx: TenantTx): Promise<void> => {
  const reported = tx.changes.slice(tx.own.filed).filter(isForThem)
  tx.own.filed = tx.changes.length
  if (reported.length === 0) return
  const idsOf = (kind: Source) => [
    ...new Set(reported.filter(({ entity }) => entity === kind).map(({ entityId }) => entityId)),
  ]
  const members = [...reported.map(({ parentId }) => parentId ?? ''), ...[...tx.own.crewBefore.values()].flat()]
  const users: Users = {
    ...(await crewUsersOf(tx, [...new Set(members)], idsOf('FLIGHT'))),
    ofReport: await reportersOf(tx, idsOf('SAFETY_REPORT')),
  }
  const own = reported.map((draft) => ownOf(tx, draft, users))
  tx.changes.push(...own.filter(isTold))
  tx.own.filed = tx.changes.length
}

/**
 * Reports all records of a crew member as created to the user who is linked now, and as deleted to the one who was
 * linked before.
 */
export const moveOwnRecords = async (
  tx: TenantTx,
  crewMemberId: string,
  users: { readonly before: string | null; readonly after: string | null },
): Promise<void> => {
  const member = fragment`tenant_id = ${tx.tenantId} and crew_member_id = ${crewMemberId}`
  const rows = await rowsOf<{ entity: EntityKind; id: string; version: number }>(
    tx,
    fragment`select 'MY_DUTY' as entity, duty_id as id, version from duty where ${member}
    union all select 'MY_QUALIFICATION' as entity, qualification_id as id, version from qualification where ${member}
    union all select 'MY_FLIGHT' as entity, flight_id as id, version from flight
      where tenant_id = ${tx.tenantId} and flight_id in (select flight_id from flight_crew where ${member})`,
  )
  const viewersOf = (userId: string | null) => (userId === null ? [] : [personViewer(userId)])
  for (const { entity, id, version } of rows) {
    tx.changes.push({
      entity,
      entityId: id,
      parentId: null,
      kind: 'UPDATED',
      version,
      fieldList: [],
      reminder: null,
      viewersBefore: viewersOf(users.before),
      viewersAfter: viewersOf(users.after),
    })
  }
}
