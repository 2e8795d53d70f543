/**
 * Whom an application or key with a narrow view may write of: the people that it recorded and put aboard, and of their
 * papers those that it recorded itself. What it writes stays within its own flights that stand (data §3.5, ADR 231).
 */
import type { Contact } from '../../../domain/operations/contact.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { documentFor, type TravelDocument } from '../../../domain/operations/passengers/travel-document.ts'
import { userError } from '../../../domain/user-error.ts'
import type { Stamped } from '../../../domain/versioned.ts'
import { isInsideView } from '../../../domain/view.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import {
  chooseDocument,
  flightsOfPassenger,
  type PassengerOnFlight,
  passengerLinks,
} from '../../../storage/operations/passengers/flight-passengers.ts'
import { documentsOf } from '../../../storage/operations/passengers/travel-documents.ts'
import { type Details, lockRecords } from '../../../storage/records.ts'
import { unrestricted, type ViewReader, type ViewTx } from '../../../storage/view.ts'

type Path = readonly string[]

const isNarrow = ({ view }: ViewReader): boolean => view.of !== 'operator'

const isBy = ({ author }: ViewTx, id: string | null | undefined): boolean => id != null && id === author?.id

const isOwn = (tx: ViewTx, { createdBy }: Pick<Stamped, 'createdBy'>): boolean => isBy(tx, createdBy?.id)

const stands = ({ status }: Pick<Flight, 'status'>): boolean => status !== 'CLOSED' && status !== 'CANCELLED'

interface Leg {
  readonly flightId: string
  readonly status: Flight['status']
  readonly link: PassengerOnFlight
}

const legsOf = async (reader: ViewReader, contactId: string): Promise<Leg[]> => {
  const flights = await flightsOfPassenger(reader, contactId)
  const links = await passengerLinks(
    reader,
    flights.map(({ flightId }) => flightId),
  )
  return flights.flatMap(({ flightId, status }) => {
    const link = links.get(flightId)?.find((each) => each.contactId === contactId)
    return link ? [{ flightId, status, link }] : []
  })
}

/** The flights that it sees, that stand, and on which it put this person. */
const ownLegs = async (tx: ViewTx, contactId: string): Promise<Leg[]> =>
  (await legsOf(tx, contactId)).filter((leg) => stands(leg) && isBy(tx, leg.link.addedBy))

/** Where a narrow view changes nothing: flights that it does not see, and those that were flown and closed. */
const legsElsewhere = async (tx: ViewTx, contactId: string): Promise<Leg[]> => {
  const seen = new Set((await legsOf(tx, contactId)).filter(stands).map(({ flightId }) => flightId))
  const all = await legsOf(unrestricted(tx), contactId)
  return all.filter(({ flightId, status }) => !seen.has(flightId) && status !== 'CANCELLED')
}

/** Holds one flight that gives the right, so that it is neither closed nor cancelled before this is committed. */
export const lockOwnLeg = async (tx: ViewTx, contactId: string | undefined): Promise<void> => {
  if (!isNarrow(tx) || contactId === undefined) return
  const [leg] = await ownLegs(tx, contactId)
  if (leg) await lockRecords(tx, FLIGHT, [leg.flightId])
}

/** The person is somebody whom it recorded: papers count for all flights of a person (threats row 456). */
export const refuseOthersPerson = (tx: ViewTx, person: Contact, path: Path): void => {
  if (!isNarrow(tx) || isOwn(tx, person)) return
  throw userError('NOT_ALLOWED', 'The operator recorded this person: only the operator records their documents', path)
}

/** The person's row is locked, and a flight of `lockOwnLeg`. `document` is null for a new one. */
export const refuseOthersPapers = async (
  tx: ViewTx,
  {
    person,
    document,
    path,
  }: { readonly person: Contact; readonly document: TravelDocument | null; readonly path: Path },
): Promise<void> => {
  if (!isNarrow(tx)) return
  if (document !== null && !isOwn(tx, document)) {
    throw userError('NOT_ALLOWED', 'The operator recorded this travel document: only the operator changes it', path)
  }
  refuseOthersPerson(tx, person, path)
  if ((await ownLegs(tx, person.contactId)).length === 0) {
    throw userError('NOT_ALLOWED', 'You put this person on no flight that is still open', path)
  }
  if (document === null) return
  const documents = (await documentsOf(unrestricted(tx), [person.contactId])).get(person.contactId) ?? []
  const shown = (await legsElsewhere(tx, person.contactId)).some(
    ({ link }) => documentFor(documents, link.travelDocumentId)?.travelDocumentId === document.travelDocumentId,
  )
  if (!shown) return
  throw userError(
    'LOCKED',
    'The travel document is used on a flight that was closed or is not yours: add another',
    path,
  )
}

/** Where no document is chosen the one that is valid longest counts: elsewhere the one that counted is chosen now. */
export const keepElsewhere = async (tx: ViewTx, next: Details<TravelDocument>): Promise<void> => {
  if (!isNarrow(tx)) return
  const { contactId, travelDocumentId } = next
  const documents: readonly Details<TravelDocument>[] =
    (await documentsOf(unrestricted(tx), [contactId])).get(contactId) ?? []
  const counted = documentFor(documents, null)
  const others = documents.filter((each) => each.travelDocumentId !== travelDocumentId)
  if (counted === null || documentFor([...others, next], null)?.travelDocumentId === counted.travelDocumentId) return
  const open = (await legsElsewhere(tx, contactId)).filter(({ link }) => link.travelDocumentId === null)
  await chooseDocument(
    tx,
    counted,
    open.map(({ flightId }) => flightId),
  )
}

/** A marketplace; a key limited to aircraft is the operator's own, and sees its flights whole. */
const isOutside = ({ view }: ViewReader): boolean => !isInsideView(view)

/** A marketplace writes only of the passengers that it added. */
export const isOwnPassenger = (tx: ViewTx, { addedBy }: Pick<PassengerOnFlight, 'addedBy'>): boolean =>
  !isOutside(tx) || isBy(tx, addedBy)

export const refuseOthersPassenger = (
  tx: ViewTx,
  passenger: Pick<PassengerOnFlight, 'addedBy'>,
  does: string,
): void => {
  if (isOwnPassenger(tx, passenger)) return
  throw userError('NOT_ALLOWED', `The operator added this passenger: only the operator ${does}`, ['contactId'])
}

export const refuseOutsideClosed = (tx: ViewTx, { status }: Pick<Flight, 'status'>): void => {
  if (!isOutside(tx) || status !== 'CLOSED') return
  throw userError('LOCKED', 'The flight is closed: only the operator corrects who was aboard', ['flightId'])
}
