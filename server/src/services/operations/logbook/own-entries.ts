/** What the owner of a logbook writes in it. */
import { Failure } from '../../../domain/failure.ts'
import { MAX_OWN_LOGBOOK_ENTRIES } from '../../../domain/limits.ts'
import {
  blockOf,
  entryProblems,
  LOGBOOK_ENTRY_RECORD,
  type LogbookDetails,
  type LogbookEntry,
  placeInOrder,
} from '../../../domain/operations/logbook/logbook-entry.ts'
import { nightMinutes } from '../../../domain/operations/logbook/night.ts'
import { problemsOf } from '../../../domain/records/details.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { LOGBOOK_ENTRY, ownEntryCount } from '../../../storage/operations/logbook/logbook-entries.ts'
import { lockOwner } from '../../../storage/operations/logbook/logbook-owner.ts'
import { changeRecord, expectVersion, lockRecord } from '../../../storage/records.ts'
import { type ViewTx, writingAs } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'

/** The transaction with the view of its user alone, whoever the principal is; the user is locked (threats row 287). */
export const ownLogbook = async (tx: ViewTx, userId: string | null): Promise<ViewTx> => {
  if (userId === null || !(await lockOwner(tx, userId))) {
    throw new Failure('invalid_token', 'This token belongs to no user')
  }
  return writingAs(tx, { of: 'person', userId })
}

/** By sun and position, where both places are known; zero else. Taxiing counts as at the places. */
const nightOf = (reference: ReferenceSnapshot, entry: LogbookDetails): number => {
  const { offBlock, onBlock, takeOff, landing, adep, ades, flightCount } = entry
  const [from, to] = [reference.airportSet.byCode(adep ?? ''), reference.airportSet.byCode(ades ?? '')]
  if (offBlock === null || onBlock === null || !from || !to || flightCount !== 1) return 0
  return nightMinutes({ from, to, offBlock, onBlock, takeOff: takeOff ?? offBlock, landing: landing ?? onBlock })
}

const refuseMore = async (tx: ViewTx, userId: string): Promise<void> => {
  if ((await ownEntryCount(tx, userId)) < MAX_OWN_LOGBOOK_ENTRIES) return
  throw userError('LOCKED', `A logbook takes ${MAX_OWN_LOGBOOK_ENTRIES} entries of one’s own: bring totals forward`)
}

export const logbookEntries = useCases(LOGBOOK_ENTRY, null, {
  guard: ({ before, path }) => {
    if (before?.source !== 'OPERATOR') return
    const message = `This entry follows flight ${before.flightNo}: it takes annotations only; what is wrong is corrected there`
    throw userError('LOCKED', message, path)
  },
  beforeWrite: async ({ tx, desk, before, next }) => {
    const { view } = tx
    const userId = view.of === 'person' ? view.userId : ''
    if (!before) await refuseMore(tx, userId)
    const entry = next as unknown as LogbookDetails
    refuseProblems(entryProblems(entry), ['input'])
    const isFlight = entry.kind === 'FLIGHT'
    const known = {
      userId,
      source: before?.source ?? (desk.principal.kind === 'user' ? ('MANUAL' as const) : ('IMPORT' as const)),
      at: placeInOrder(entry),
      flightCount: entry.kind === 'FSTD' ? 0 : entry.flightCount,
      totalMinutes: entry.totalMinutes ?? blockOf(entry) ?? 0,
    }
    const night = entry.nightMinutes ?? (isFlight ? nightOf(desk.reference, entry) : 0)
    return { ...known, nightMinutes: Math.min(night, known.totalMinutes) }
  },
})

export interface Annotating {
  readonly logbookEntryId: string
  readonly annotation?: string | null | undefined
  readonly expectedVersion: number
}

/** Of any entry of one's own, also one that follows a flight. */
export const annotateEntry = async (
  tx: ViewTx,
  { logbookEntryId, annotation = null, expectedVersion }: Annotating,
): Promise<{ readonly logbookEntry: LogbookEntry }> => {
  const before = await lockRecord(tx, LOGBOOK_ENTRY, logbookEntryId, ['logbookEntryId'])
  expectVersion(before, expectedVersion)
  refuseProblems(
    problemsOf(LOGBOOK_ENTRY_RECORD, { annotation }, (key) => key === 'annotation', ''),
    [],
  )
  return { logbookEntry: await changeRecord(tx, LOGBOOK_ENTRY, before, { annotation }) }
}
