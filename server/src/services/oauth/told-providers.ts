/**
 * What a flight support application hears when it acts for other contacts: of their visits, requests and documents, and
 * of the flight plans that it wrote for them (data §8.5).
 */
import { providerNamesViewer, providerViewer } from '../../domain/view.ts'
import { fragment } from '../../storage/engines/fragment.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { DOCUMENT } from '../../storage/operations/documents/documents.ts'
import { FLIGHT_PLAN } from '../../storage/operations/flights/flight-plans.ts'
import { SERVICE_REQUEST } from '../../storage/operations/handling/service-requests.ts'
import { VISIT } from '../../storage/operations/handling/visits.ts'
import { oneOf } from '../../storage/record-kind.ts'
import { type Chosen, tellChosen, tellRecords } from './told-sight.ts'

/** The application's own viewer is told: under a contact's name it reads nothing once it acts for it no more. */
export const tellProviders = async (tx: TenantTx, clientId: string, contacts: Chosen): Promise<void> => {
  const kept = contacts.before.filter((id) => contacts.after.includes(id))
  const askedOf = (
    contactIds: readonly string[],
    on = fragment.raw('asked.visit_id'),
  ) => fragment`(select ${on} from service_request asked
    where asked.tenant_id = ${tx.tenantId} and ${on} is not null and asked.sent_at is not null
      and ${oneOf('asked.provider_contact_id', contactIds)})`
  await tellChosen(contacts, providerViewer(clientId), async (contactIds, sight) => {
    await tellRecords(tx, SERVICE_REQUEST, sight, [
      oneOf('service_request.provider_contact_id', contactIds),
      fragment`service_request.sent_at is not null`,
    ])
    // A visit that is seen for another contact too neither enters nor leaves.
    await tellRecords(tx, VISIT, sight, [
      fragment`visit.visit_id in ${askedOf(contactIds)}`,
      ...(kept.length === 0 ? [] : [fragment`visit.visit_id not in ${askedOf(kept)}`]),
    ])
    const onFlight = fragment.raw('asked.flight_id')
    await tellRecords(tx, FLIGHT_PLAN, sight, [
      fragment`flight_plan.provider = ${clientId} and flight_plan.flight_id in ${askedOf(contactIds, onFlight)}`,
      ...(kept.length === 0 ? [] : [fragment`flight_plan.flight_id not in ${askedOf(kept, onFlight)}`]),
    ])
  })
  for (const [viewer, names] of [
    [providerViewer(clientId), 0],
    [providerNamesViewer(clientId), 1],
  ] as const) {
    await tellChosen(contacts, viewer, (contactIds, sight) =>
      tellRecords(tx, DOCUMENT, sight, [
        oneOf('document.provider_contact_id', contactIds),
        fragment`document.is_passenger_data = ${names}`,
      ]),
    )
  }
}
