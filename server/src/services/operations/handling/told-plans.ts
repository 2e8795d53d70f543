/**
 * Who wrote flight plans of a flight sees them while it is asked for something there: whoever is asked no more, because
 * the request was given on, hears DELETED, and CREATED once it is asked again (data §10.9, threats row 455).
 */
import type { ServiceRequest } from '../../../domain/operations/handling/service-request.ts'
import { providerViewer } from '../../../domain/view.ts'
import { columnsOf } from '../../../storage/columns.ts'
import { contactsOfEach } from '../../../storage/oauth/provider-contacts.ts'
import { FLIGHT_PLAN, plansOfProviders } from '../../../storage/operations/flights/flight-plans.ts'
import { requestsOn, SERVICE_REQUEST } from '../../../storage/operations/handling/service-requests.ts'
import { tellSight } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

const ASKED = columnsOf(SERVICE_REQUEST).with('serviceRequestId', 'sentAt', 'providerContactId')

const askedOf = (request: Pick<ServiceRequest, 'sentAt' | 'providerContactId'> | null): string | null =>
  request === null || request.sentAt === null ? null : request.providerContactId

/** The request's row is locked, and written; `before` is null where it is new. */
export const tellPlanWriters = async (
  seen: ViewTx,
  before: ServiceRequest | null,
  { flightId, serviceRequestId, ...after }: ServiceRequest,
): Promise<void> => {
  const [left, entered] = [askedOf(before), askedOf(after)]
  if (flightId === null || left === entered) return
  const tx = unrestricted(seen)
  const plans = await plansOfProviders(tx, flightId)
  if (plans.length === 0) return
  const contacts = await contactsOfEach(tx, [...new Set(plans.flatMap(({ provider }) => provider ?? []))])
  const standing = (await requestsOn(tx, 'flightId', [flightId], ASKED)).get(flightId) ?? []
  const others = standing.filter((other) => other.serviceRequestId !== serviceRequestId).map(askedOf)
  for (const plan of plans) {
    const provider = plan.provider as string
    const of = contacts.get(provider) ?? []
    const actsFor = (contactId: string | null): boolean => contactId !== null && of.includes(contactId)
    if (others.some(actsFor) || actsFor(left) === actsFor(entered)) continue
    const viewers = [providerViewer(provider)]
    tellSight(tx, FLIGHT_PLAN, plan, actsFor(left) ? { before: viewers, after: [] } : { before: [], after: viewers })
  }
}
