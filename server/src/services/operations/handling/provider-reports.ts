/** What a provider may report of a flight: on-block where it arrives on one of its visits, off-block where it leaves. */
import { userError } from '../../../domain/user-error.ts'
import { fragment } from '../../../storage/engines/fragment.ts'
import { VISIT } from '../../../storage/operations/handling/visits.ts'
import { selectRecords } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { MovementReport } from '../movement/movement-input.ts'

const ALLOWED: ReadonlySet<string> = new Set(['flightId', 'source', 'onBlock', 'offBlock', 'reason'])

/** The visits are read in the provider's own view, in the transaction that writes (threats row 278). */
export const refuseBeyondVisit = async (tx: ViewTx, input: MovementReport): Promise<void> => {
  const other = Object.entries(input).find(([field, value]) => value !== undefined && !ALLOWED.has(field))?.[0]
  if (other) {
    throw userError('NOT_ALLOWED', 'A provider reports on-block and off-block times alone', ['input', other])
  }
  const { flightId, onBlock, offBlock } = input
  const visits = await selectRecords(tx, VISIT, {
    where: [fragment`(visit.arrival_flight_id = ${flightId} or visit.departure_flight_id = ${flightId})`],
  })
  if (onBlock !== undefined && !visits.some(({ arrivalFlightId }) => arrivalFlightId === flightId)) {
    throw userError('NOT_ALLOWED', 'You handle this flight where it leaves: report its off-block', ['input', 'onBlock'])
  }
  if (offBlock !== undefined && !visits.some(({ departureFlightId }) => departureFlightId === flightId)) {
    throw userError('NOT_ALLOWED', 'You handle this flight where it arrives: report its on-block', [
      'input',
      'offBlock',
    ])
  }
}
