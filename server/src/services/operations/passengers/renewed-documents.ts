/** Gives all later legs of a person another travel document at once: a passport was renewed (data §3.9). */
import { isPlannable } from '../../../domain/operations/flights/flight.ts'
import { isRenewalOf, type TravelDocument } from '../../../domain/operations/passengers/travel-document.ts'
import { userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import {
  chooseDocument,
  flightsOfPassenger,
  passengerLinks,
} from '../../../storage/operations/passengers/flight-passengers.ts'
import { documentsOf, TRAVEL_DOCUMENT } from '../../../storage/operations/passengers/travel-documents.ts'
import { recordById, touchRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Given } from '../desk.ts'
import { lockFlights } from '../flights/flight-lock.ts'
import { lockWithParent } from '../parent-lock.ts'
import { isOwnPassenger } from './own-passengers.ts'
import { papersOfPerson } from './passenger-papers.ts'

/** How many legs one call moves; the rest by calling again. */
const MAX_LEGS = 200

type Renewed = Pick<TravelDocument, 'travelDocumentId' | 'contactId' | 'type' | 'expiry'>

/**
 * The legs of a person that are still to be flown and for which another document is chosen: the one that is named, else
 * one that this one renews. Where none is chosen the one that is valid longest counts anyway. Only legs that the
 * principal sees, a marketplace only those to which it added the person, in the order of time.
 */
export const laterLegs = async (tx: ViewTx, document: Renewed, insteadOf: Given<string> = null): Promise<string[]> => {
  const legs = (await flightsOfPassenger(tx, document.contactId)).filter(({ status }) => isPlannable(status))
  const ids = legs.map(({ flightId }) => flightId)
  if (ids.length === 0) return []
  const documents = (await documentsOf(unrestricted(tx), [document.contactId])).get(document.contactId) ?? []
  const older = documents.filter((each) =>
    insteadOf ? each.travelDocumentId === insteadOf : isRenewalOf(document, each),
  )
  const links = await passengerLinks(tx, ids)
  const usesOlder = (flightId: string) =>
    links
      .get(flightId)
      ?.some(
        ({ contactId, travelDocumentId, addedBy }) =>
          contactId === document.contactId &&
          isOwnPassenger(tx, { addedBy }) &&
          older.some((each) => each.travelDocumentId === travelDocumentId),
      )
  return ids.filter(usesOlder)
}

export interface DocumentUse {
  readonly travelDocumentId: string
  readonly insteadOf?: Given<string>
}

/** Locks the legs as every change of them does, then the person; what was changed meanwhile is looked at again. */
export const useDocument = async (tx: ViewTx, { travelDocumentId, insteadOf }: DocumentUse) => {
  const path = ['travelDocumentId']
  const glimpse = await recordById(tx, TRAVEL_DOCUMENT, travelDocumentId)
  if (!glimpse) throw userError('NOT_FOUND', 'There is no such travel document', path)
  const other = insteadOf ? await recordById(tx, TRAVEL_DOCUMENT, insteadOf) : null
  if (insteadOf && (other?.contactId !== glimpse.contactId || insteadOf === travelDocumentId)) {
    throw userError('NOT_FOUND', 'There is no such other travel document of this person', ['insteadOf'])
  }
  const asked = (await laterLegs(tx, glimpse, insteadOf)).slice(0, MAX_LEGS)
  const locked = await lockFlights(
    tx,
    asked.map((flightId) => ({ flightId, path })),
  )
  const { parent, record } = await lockWithParent(tx, CONTACT, TRAVEL_DOCUMENT, travelDocumentId)
  const now = new Set(await laterLegs(tx, record, insteadOf))
  const flights = locked.map(({ flight }) => flight).filter(({ flightId }) => now.has(flightId))
  const flightIdList = flights.map(({ flightId }) => flightId)
  await chooseDocument(tx, record, flightIdList)
  for (const flight of flights) await touchRecord(tx, FLIGHT, flight, { touched: ['passengerList'] })
  return { travelDocument: record, flightIdList, warningList: await papersOfPerson(tx, parent, path) }
}
