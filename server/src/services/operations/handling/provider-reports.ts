/** What a provider may report of a flight: on-block where it arrives on one of its visits, off-block where it leaves. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { ANSWERED_FOR } from '../../../domain/operations/handling/service-request.ts'
import { userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { visitsOfLeg } from '../../../storage/operations/handling/visits.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { MovementReport } from '../movement/movement-input.ts'

const ALLOWED: ReadonlySet<string> = new Set(['flightId', 'source', 'onBlock', 'offBlock', 'reason'])

const OF_TIMES: ReadonlySet<string> = new Set(['TIME_CONFLICT', 'TIME_IMPLIED', 'RETURNED_TO_STAND'])

/** What else a time leads to, for crews and other flights, is the operator's. */
export const aboutItsTimes = (warnings: readonly Warning[]): Warning[] =>
  warnings.filter(({ code }) => OF_TIMES.has(code))

/** The visits are read in the provider's own view, in the transaction that writes (threats row 278). */
export const refuseBeyondVisit = async (tx: ViewTx, { status }: Flight, input: MovementReport): Promise<void> => {
  const other = Object.entries(input).find(([field, value]) => value !== undefined && !ALLOWED.has(field))?.[0]
  if (other) {
    throw userError('NOT_ALLOWED', 'A provider reports on-block and off-block times alone', ['input', other])
  }
  if (status === 'CLOSED') {
    const rest = 'the operator corrects its times'
    const message = toReaders('flight:read', `The flight is CLOSED: ${rest}`, `The flight is not open: ${rest}`)
    throw userError('LOCKED', message, ['input', 'flightId'])
  }
  const { flightId, onBlock, offBlock } = input
  const visits = await visitsOfLeg(tx, flightId, ANSWERED_FOR)
  if (visits.length === 0) {
    throw userError('NOT_ALLOWED', 'Times are reported with a request that you said yes to', ['input', 'flightId'])
  }
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
