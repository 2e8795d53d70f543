/** Empty legs of one tenant. Whoever holds, sells or changes one locks its row. */
import { EMPTY_LEG_RECORD, type EmptyLeg } from '../../../domain/operations/sales/empty-leg.ts'
import { columnsOf } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { ALL, type Condition, hasOne, oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { inAny } from '../../records/described-search.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader, ViewTx } from '../../view.ts'

/** The rule of `statusAt`, in SQL. */
const isInStatus = (status: string, now: number): Condition => {
  const standing = fragment`empty_leg.status in ('PUBLISHED', 'HELD')`
  const held = fragment`(empty_leg.status = 'HELD' and empty_leg.held_until > ${now})`
  if (status === 'EXPIRED') return fragment`(${standing} and empty_leg.latest <= ${now})`
  if (status === 'HELD') return fragment`(${held} and empty_leg.latest > ${now})`
  if (status === 'PUBLISHED') return fragment`(${standing} and not ${held} and empty_leg.latest > ${now})`
  return fragment`empty_leg.status = ${status}`
}

export const EMPTY_LEG = describedRecord(EMPTY_LEG_RECORD, {
  visible: {},
  filters: {
    near: (airportIds) => oneOf('empty_leg.adep_id', airportIds),
    toward: (airportIds) => oneOf('empty_leg.ades_id', airportIds),
    // It says how others are meant.
    radiusNm: () => ALL,
    minSeats: (seats, { tenantId }) =>
      hasOne(fragment`aircraft where aircraft.tenant_id = ${tenantId}
        and aircraft.aircraft_id = empty_leg.aircraft_id and aircraft.seat_count >= ${seats}`),
    statusList: inAny(isInStatus),
  },
})

/** What is offered of a flight and was neither sold nor withdrawn; its row is locked. */
export const standingLegOf = async (tx: ViewTx, flightId: string): Promise<EmptyLeg | undefined> => {
  const where = [fragment`empty_leg.flight_id = ${flightId} and empty_leg.status in ('PUBLISHED', 'HELD')`]
  const [leg] = await selectRecords(tx, EMPTY_LEG, { where, lock: true })
  return leg
}

/** What a buyer holds of these aircraft; the rows are locked. */
export const heldLegs = (
  tx: ViewTx,
  { buyer, aircraftIds }: { readonly buyer: string; readonly aircraftIds: readonly string[] },
  now: number,
): Promise<EmptyLeg[]> => {
  const where = [
    oneOf('empty_leg.aircraft_id', aircraftIds),
    fragment`empty_leg.holder = ${buyer}`,
    isInStatus('HELD', now),
  ]
  return selectRecords(tx, EMPTY_LEG, { where, orderBy: ['empty_leg.empty_leg_id'], lock: true })
}

/** How many of a buyer's holds last. */
export const heldCount = async (tx: ViewTx, buyer: string, now: number): Promise<number> => {
  const where = [fragment`empty_leg.holder = ${buyer}`, isInStatus('HELD', now)]
  return (await selectRecords(tx, EMPTY_LEG, { columns: OF_FLIGHT, where })).length
}

const OF_FLIGHT = columnsOf(EMPTY_LEG, 'flightId', 'emptyLegId')

/** What is offered of these aircraft now: the empty leg of each flight. */
export const offeredFlights = async (
  reader: ViewReader,
  aircraftIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> => {
  const where = [
    oneOf('empty_leg.aircraft_id', aircraftIds),
    fragment`empty_leg.status in ('PUBLISHED', 'HELD') and empty_leg.latest > ${now}`,
  ]
  const legs = await selectRecords(reader, EMPTY_LEG, { columns: OF_FLIGHT, where })
  return new Map(legs.map(({ flightId, emptyLegId }) => [flightId, emptyLegId]))
}
