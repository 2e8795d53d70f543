/**
 * What a provider uplifted: said once, when its FUEL request is completed, and taken on by the flight that leaves (data
 * §8.8, ADR 197). The flight is locked before visit and request, as everything of the plan is.
 */
import { actingAs } from '../../../domain/operations/acting-as.ts'
import type { ServiceRequest, ServiceStatus } from '../../../domain/operations/handling/service-request.ts'
import { type ServiceResultInput, upliftListProblems } from '../../../domain/operations/handling/service-result.ts'
import type { Visit } from '../../../domain/operations/handling/visit.ts'
import { type FuelUplift, newUplift } from '../../../domain/operations/movement/fuel-uplift.ts'
import { refuseProblems, staleVersion, userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { SERVICE_REQUEST } from '../../../storage/operations/handling/service-requests.ts'
import { VISIT } from '../../../storage/operations/handling/visits.ts'
import { recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { type LockedFlight, lockFlight } from '../flights/flight-lock.ts'
import { writeUplifts } from '../movement/fuel-uplifts.ts'

const PATH = ['result', 'upliftList']

interface Answer {
  readonly serviceRequestId: string
  readonly result?: Given<ServiceResultInput>
}

const isOfFuel = ({ result }: Pick<Answer, 'result'>): boolean => (result?.upliftList ?? []).length > 0

/** The flight that leaves with the fuel; null where the answer has none, or no flight leaves yet. */
export const lockFuelled = async (tx: ViewTx, asked: Answer): Promise<LockedFlight | null> => {
  if (!isOfFuel(asked)) return null
  const request = await recordById(tx, SERVICE_REQUEST, asked.serviceRequestId)
  const visit = request?.visitId ? await recordById(tx, VISIT, request.visitId) : undefined
  return visit?.departureFlightId ? lockFlight(tx, visit.departureFlightId, PATH) : null
}

/** What the provider says it uplifted, with what its ticket leaves out. */
export const upliftsSaid = async (
  tx: ViewTx,
  desk: Desk,
  request: ServiceRequest,
  { status, result, at }: { status: ServiceStatus; result: Given<ServiceResultInput>; at: number },
): Promise<readonly FuelUplift[]> => {
  const said = result?.upliftList ?? []
  if (said.length === 0) return request.result?.upliftList ?? []
  if (request.kind !== 'FUEL') throw userError('VALIDATION', 'Only FUEL has uplifts', PATH)
  if (status !== 'COMPLETED') throw userError('VALIDATION', 'Uplifts come with COMPLETED', PATH)
  const provider = request.providerContactId
  const supplier = provider === null ? undefined : await recordById(unrestricted(tx), CONTACT, provider)
  const list = said.map((input) => ({
    ...newUplift(newId(desk.world, 'fup'), {
      ...input,
      at: input.at ?? at,
      supplierName: input.supplierName ?? supplier?.name ?? null,
    }),
    serviceRequestId: request.serviceRequestId,
  }))
  refuseProblems(upliftListProblems(list, await tx.now(), PATH), [])
  return list
}

/** A flight that is over is the operator's to correct, with a reason. */
const refuseOver = (desk: Desk, { flight: { status } }: LockedFlight): void => {
  const isProvider = actingAs(desk.principal) === 'provider'
  if (status !== 'CANCELLED' && !(isProvider && status === 'CLOSED')) return
  const rest = 'complete the request without uplifts, the operator corrects its fuel'
  const message = toReaders('flight:read', `The flight is ${status}: ${rest}`, `The flight is not open: ${rest}`)
  throw userError('LOCKED', message, PATH)
}

interface Fuelled {
  readonly fuelled: LockedFlight | null
  readonly visit: Visit | null
  readonly list: readonly FuelUplift[]
  readonly reason: string | null
}

/** Visit and request are locked too: a flight that took another's place meanwhile was not read by who answers. */
export const fuelFlight = async (
  tx: ViewTx,
  desk: Desk,
  { fuelled, visit, list, reason }: Fuelled,
): Promise<readonly Warning[]> => {
  if (list.length === 0) return []
  if ((visit?.departureFlightId ?? null) !== (fuelled?.flight.flightId ?? null)) throw staleVersion()
  if (fuelled === null) return []
  refuseOver(desk, fuelled)
  const all = [...fuelled.flight.fuelUpliftList, ...list]
  return (await writeUplifts(tx, desk, fuelled, { list: all, reason, path: PATH })).warningList
}
