/** Keeps what maintenance is due of an aircraft. The aircraft's row is locked, as by everything that counts its hours. */
import { isWithinYears } from '../../../domain/interval.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import {
  isDueBy,
  MAX_OPEN_MAINTENANCE,
  type MaintenanceDue,
  nearSince,
} from '../../../domain/operations/logs/maintenance-due.ts'
import { MAX_FOUND_AGO_MS } from '../../../domain/operations/logs/tech-log-entry.ts'
import { userError } from '../../../domain/user-error.ts'
import { subject, type Warning, warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { dueByFlying, MAINTENANCE_DUE, openMaintenance } from '../../../storage/operations/logs/maintenance-due.ts'
import { changeRecord, type Details } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { MAX_AHEAD_MS } from './tech-log.ts'

/** Each is read whenever a flight of the aircraft is assessed. */
const refuseMoreOpen = async (tx: ViewTx, aircraftId: string, path: readonly string[]): Promise<void> => {
  const open = (await openMaintenance(unrestricted(tx), [aircraftId])).get(aircraftId) ?? []
  if (open.length < MAX_OPEN_MAINTENANCE) return
  const message = `The aircraft has ${MAX_OPEN_MAINTENANCE} items that are due and not done: say which are done first`
  throw userError('LIMIT_EXCEEDED', message, path)
}

const refuseEndless = ({ dueDate, dueAirframeMinutes, dueCycles }: Details<MaintenanceDue>): void => {
  if (dueDate !== null || dueAirframeMinutes !== null || dueCycles !== null) return
  throw userError('VALIDATION', 'Say when it is due: dueDate, dueAirframeMinutes or dueCycles', ['input', 'dueDate'])
}

const MAX_DUE_YEARS = 50

const refuseFar = ({ dueDate }: Details<MaintenanceDue>, now: number): void => {
  if (dueDate === null || isWithinYears(dueDate, now, MAX_DUE_YEARS)) return
  throw userError('IMPLAUSIBLE', `dueDate is within ${MAX_DUE_YEARS} years of today`, ['input', 'dueDate'])
}

const refuseDone = (doneAt: number | null, now: number): void => {
  if (doneAt === null || (doneAt <= now + MAX_AHEAD_MS && doneAt >= now - MAX_FOUND_AGO_MS)) return
  throw userError('IMPLAUSIBLE', 'It was done within the last year, and not in the future', ['input', 'doneAt'])
}

/** What it was due at is what was done: it changes only once it is opened again. */
const KEPT = [
  'title',
  'dueDate',
  'dueAirframeMinutes',
  'dueCycles',
] as const satisfies readonly (keyof MaintenanceDue)[]

const refuseChangeOfDone = (before: MaintenanceDue, next: Details<MaintenanceDue>): void => {
  const changed = KEPT.find((field) => next[field] !== before[field])
  if (before.doneAt === null || next.doneAt === null || changed === undefined) return
  throw userError('LOCKED', 'It is done: open it again with doneAt null before it is changed', ['input', changed])
}

const overdueWarnings = (due: MaintenanceDue, aircraft: Aircraft, now: number): Warning[] => {
  if (due.doneAt !== null || !isDueBy(due, now, aircraft)) return []
  const message = toReaders('log:read', `${due.title} is overdue already`, 'Maintenance is overdue already')
  return [warning('MAINTENANCE_DUE', message, ['input'], [subject('MAINTENANCE_DUE', due.maintenanceDueId, due.title)])]
}

export const maintenanceDue = useCases(MAINTENANCE_DUE, AIRCRAFT, {
  beforeWrite: async ({ tx, parent: aircraft, before, next }) => {
    const now = await tx.now()
    refuseEndless(next)
    if (next.dueDate !== before?.dueDate) refuseFar(next, now)
    if (before === null) await refuseMoreOpen(tx, next.aircraftId, ['input', 'aircraftId'])
    else {
      refuseChangeOfDone(before, next)
      if (next.doneAt !== before.doneAt) refuseDone(next.doneAt, now)
      if (before.doneAt !== null && next.doneAt === null) await refuseMoreOpen(tx, next.aircraftId, ['input', 'doneAt'])
    }
    return { nearSince: nearSince({ ...next, nearSince: before?.nearSince ?? null }, aircraft, now) }
  },
  afterWrite: async ({ tx, parent: aircraft, after }) => ({
    warningList: after ? overdueWarnings(after, aircraft, await tx.now()) : [],
  }),
})

/** After the hours of an aircraft changed, whose row is locked: notes since when little is left, or that more is. */
export const followHours = async (tx: ViewTx, aircraft: Aircraft): Promise<void> => {
  const all = unrestricted(tx)
  const now = await tx.now()
  for (const due of await dueByFlying(all, aircraft.aircraftId)) {
    const since = nearSince(due, aircraft, now)
    if (since !== due.nearSince) await changeRecord(all, MAINTENANCE_DUE, due, { nearSince: since })
  }
}
