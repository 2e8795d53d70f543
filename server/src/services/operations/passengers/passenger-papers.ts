/** Warns of travel documents that are missing or expire before a leg is on block (data §3.5). */
import type { Contact } from '../../../domain/operations/contact.ts'
import { type Flight, isPlannable } from '../../../domain/operations/flight.ts'
import { documentFor, paperWarnings } from '../../../domain/operations/travel-document.ts'
import type { Warning } from '../../../domain/warning.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { flightsOfPassenger, passengerLinks } from '../../../storage/operations/flight-passengers.ts'
import { documentsOf } from '../../../storage/operations/travel-documents.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

type Leg = Pick<Flight, 'flightId' | 'flightNo' | 'status' | 'onBlock'>

/** Of all passengers of a leg that is still to be flown, each with its place in the list. */
export const papersOfPassengers = async (tx: ViewTx, leg: Leg, under: readonly string[]): Promise<Warning[]> => {
  if (!isPlannable(leg.status)) return []
  const all = unrestricted(tx)
  const links = (await passengerLinks(all, [leg.flightId])).get(leg.flightId) ?? []
  if (links.length === 0) return []
  const ids = links.map(({ contactId }) => contactId)
  const [people, documents] = [await recordsById(all, CONTACT, ids), await documentsOf(all, ids)]
  return links.flatMap(({ contactId, travelDocumentId }, index) => {
    const person = people.get(contactId)
    if (!person) return []
    const document = documentFor(documents.get(contactId) ?? [], travelDocumentId)
    return paperWarnings({ ...person, document }, leg, [...under, String(index)])
  })
}

/** Of one person, for each leg that they are still to fly on. */
export const papersOfPerson = async (tx: ViewTx, person: Contact, path: readonly string[]): Promise<Warning[]> => {
  const all = unrestricted(tx)
  const legs = (await flightsOfPassenger(all, person.contactId)).filter(({ status }) => isPlannable(status))
  if (legs.length === 0) return []
  const documents = (await documentsOf(all, [person.contactId])).get(person.contactId) ?? []
  const links = await passengerLinks(
    all,
    legs.map(({ flightId }) => flightId),
  )
  return legs.flatMap((leg) => {
    const link = links.get(leg.flightId)?.find(({ contactId }) => contactId === person.contactId)
    return paperWarnings({ ...person, document: documentFor(documents, link?.travelDocumentId ?? null) }, leg, path)
  })
}
