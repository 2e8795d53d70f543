/** Journey logs of one tenant: one row for each revision. */
import { JOURNEY_LOG_RECORD, type JourneyLog } from '../../../domain/operations/logs/journey-log.ts'
import type { Columns } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader, ViewTx } from '../../view.ts'

export const JOURNEY_LOG = describedRecord(JOURNEY_LOG_RECORD, {
  visible: {},
  filters: { interval: ({ from, to }) => fragment`journey_log.at >= ${from} and journey_log.at < ${to}` },
})

const latestOf = (flightId: string) =>
  ({
    where: [fragment`journey_log.flight_id = ${flightId}`],
    orderBy: ['journey_log.flight_id', 'journey_log.revision'],
    isDescending: true,
    most: 1,
  }) as const

/** The latest revision of each flight's log, of those that the reader sees. */
export const latestLogsOf = async (
  reader: ViewReader,
  flightIds: readonly string[],
  columns: Columns<JourneyLog>,
): Promise<ReadonlyMap<string, JourneyLog>> => {
  const logs = await selectRecords(reader, JOURNEY_LOG, {
    columns: columns.with('flightId').with('revision'),
    where: [oneOf('journey_log.flight_id', flightIds)],
    orderBy: ['journey_log.flight_id', 'journey_log.revision'],
  })
  return new Map(logs.map((log) => [log.flightId, log]))
}

/** The latest revision of a flight's log, locked. Whoever changes it has locked the flight. */
export const lockLatestLogOf = async (tx: ViewTx, flightId: string): Promise<JourneyLog | undefined> =>
  (await selectRecords(tx, JOURNEY_LOG, { ...latestOf(flightId), lock: true }))[0]
