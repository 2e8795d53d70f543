/**
 * The schedule of an aircraft as buyers see it has a version of its own: it rises with every change of what takes the
 * aircraft's time, and the change feed tells of it as AVAILABILITY, without the flight or block that changed.
 */
import { aircraftViewer, FLEET_VIEWER } from '../../../domain/view.ts'
import type { ChangeDraft } from '../../change-draft.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantTx } from '../../handles.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    aircraft_schedule: { tenant_id: string; aircraft_id: string; version: number; updated_at: number }
  }
}

/** What a schedule shows, as the feed names the fields of the records that it follows from. */
const SHOWN: Readonly<Partial<Record<ChangeDraft['entity'], readonly string[]>>> = {
  AIRCRAFT: ['acftType', 'seatCount', 'base', 'status'],
  EMPTY_LEG: ['status'],
  FLIGHT: ['status', 'aircraft', 'adep', 'ades', 'divertedTo', 'schedule', 'estimate', 'actual'],
  UNAVAILABILITY: ['from', 'to', 'reason'],
}

const showsIn = ({ entity, kind, fieldList }: ChangeDraft): boolean => {
  if (kind === 'CREATED' || kind === 'DELETED') return entity in SHOWN
  return kind === 'UPDATED' && fieldList.some((field) => SHOWN[entity]?.includes(field))
}

const OF_AIRCRAFT = aircraftViewer('')

/** Whose viewers a change names: the aircraft that it was, and is, of. */
const aircraftOf = ({ viewersBefore, viewersAfter }: ChangeDraft): string[] =>
  [...viewersBefore, ...viewersAfter]
    .filter((viewer) => viewer.startsWith(OF_AIRCRAFT))
    .map((viewer) => viewer.slice(OF_AIRCRAFT.length))

interface ScheduleVersion {
  readonly id: string
  readonly version: number
}

/** A schedule that has no row yet is at version 1. */
const raise = async (
  tx: TenantTx,
  aircraftIds: readonly string[],
  made: ReadonlySet<string>,
): Promise<ScheduleVersion[]> => {
  const now = await tx.now()
  const rows = aircraftIds.map((id) => fragment`(${tx.tenantId}, ${id}, ${made.has(id) ? 1 : 2}, ${now})`)
  return rowsOf<ScheduleVersion>(
    tx,
    fragment`insert into aircraft_schedule (tenant_id, aircraft_id, version, updated_at) values ${fragment.join(rows)}
    on conflict (tenant_id, aircraft_id) do update set version = aircraft_schedule.version + 1,
      updated_at = excluded.updated_at returning aircraft_id as id, version`,
  )
}

const AIRCRAFT_PER_STATEMENT = 200

/** Tells of the schedules that this transaction changed: the last of its writes before the feed is numbered. */
export const fileScheduleChanges = async (tx: TenantTx): Promise<void> => {
  const shown = tx.changes.filter(showsIn)
  // In one order, so that transactions that take several aircraft cannot wait for each other.
  const ids = [...new Set(shown.flatMap(aircraftOf))].sort()
  const ends = (kind: string) =>
    new Set(shown.filter((each) => each.entity === 'AIRCRAFT' && each.kind === kind).map(({ entityId }) => entityId))
  const [made, gone] = [ends('CREATED'), ends('DELETED')]
  for (let at = 0; at < ids.length; at += AIRCRAFT_PER_STATEMENT) {
    for (const { id, version } of await raise(tx, ids.slice(at, at + AIRCRAFT_PER_STATEMENT), made)) {
      const viewers = [FLEET_VIEWER, aircraftViewer(id)]
      tx.changes.push({
        entity: 'AVAILABILITY',
        entityId: id,
        parentId: null,
        kind: gone.has(id) ? 'DELETED' : made.has(id) ? 'CREATED' : 'UPDATED',
        version,
        fieldList: ['blockList'],
        reminder: null,
        viewersBefore: made.has(id) ? [] : viewers,
        viewersAfter: gone.has(id) ? [] : viewers,
      })
    }
  }
  if (gone.size === 0) return
  await rowsOf(
    tx,
    fragment`delete from aircraft_schedule where tenant_id = ${tx.tenantId} and aircraft_id ${fragment.among([...gone])}`,
  )
}
