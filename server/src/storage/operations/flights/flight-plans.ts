/** Operational flight plans of one tenant: one row for each revision. */
import { FLIGHT_PLAN_RECORD, type FlightPlan } from '../../../domain/operations/flights/operational-plan.ts'
import { providerViewer } from '../../../domain/view.ts'
import type { Columns } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { hasOne, oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader, ViewTx } from '../../view.ts'
import { seenOn } from '../handling/service-requests.ts'

export const FLIGHT_PLAN = describedRecord(FLIGHT_PLAN_RECORD, {
  visible: {
    // What becomes of it is the operator's to know, and that of who works for it on the flight (threats row 455).
    provider: ({ provider }, tenantId) => fragment`(flight_plan.provider = ${provider}
      and ${hasOne(seenOn(provider, tenantId, fragment`seen.flight_id = flight_plan.flight_id`))})`,
  },
  filters: {},
  viewers: ({ provider }) => (provider === null ? [] : [providerViewer(provider)]),
})

const ORDER = ['flight_plan.flight_id', 'flight_plan.revision']

/** The latest revision of each flight's plan, of those that the reader sees. */
export const latestPlansOf = async (
  reader: ViewReader,
  flightIds: readonly string[],
  columns: Columns<FlightPlan>,
): Promise<ReadonlyMap<string, FlightPlan>> => {
  const plans = await selectRecords(reader, FLIGHT_PLAN, {
    columns: columns.with('flightId').with('revision'),
    where: [oneOf('flight_plan.flight_id', flightIds)],
    orderBy: ORDER,
  })
  return new Map(plans.map((plan) => [plan.flightId, plan]))
}

/** The latest revision of a flight's plan, locked. Whoever changes it has locked the flight. */
export const lockLatestPlanOf = async (tx: ViewTx, flightId: string): Promise<FlightPlan | undefined> => {
  const where = [fragment`flight_plan.flight_id = ${flightId}`]
  return (await selectRecords(tx, FLIGHT_PLAN, { where, orderBy: ORDER, isDescending: true, most: 1, lock: true }))[0]
}

/** What flight support applications wrote of a flight. */
export const plansOfProviders = (reader: ViewReader, flightId: string): Promise<FlightPlan[]> =>
  selectRecords(reader, FLIGHT_PLAN, {
    where: [fragment`flight_plan.flight_id = ${flightId} and flight_plan.provider is not null`],
    orderBy: ORDER,
  })
