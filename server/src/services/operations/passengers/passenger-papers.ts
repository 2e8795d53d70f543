/** Warns of travel documents that are missing or expire before a leg is on block (data §3.5). */
import type { Interval } from '../../../domain/interval.ts'
import type { Contact } from '../../../domain/operations/contact.ts'
import { type Flight, isPlannable } from '../../../domain/operations/flights/flight.ts'
import { paxCountWarnings } from '../../../domain/operations/flights/flight-plan.ts'
import { documentFor, paperWarnings } from '../../../domain/operations/passengers/travel-document.ts'
import { subject, type Warning, warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import {
  flightsOfPassenger,
  legsOfPassengers,
  type PassengerLeg,
  type PassengerOnFlight,
  passengerLinks,
} from '../../../storage/operations/passengers/flight-passengers.ts'
import { documentsOf } from '../../../storage/operations/passengers/travel-documents.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewReader, type ViewTx } from '../../../storage/view.ts'
import { isOwnPassenger } from './own-passengers.ts'

type Leg = Pick<Flight, 'flightId' | 'flightNo' | 'status' | 'offBlock' | 'onBlock'>

type CountedLeg = Leg & Pick<Flight, 'paxTotal'>

const spanOf = (legs: readonly Leg[]): Interval => ({
  from: Math.min(...legs.map(({ offBlock }) => offBlock)),
  to: Math.max(...legs.map(({ onBlock }) => onBlock)),
})

/** Nobody is on two flights at once. */
const simultaneous = (
  { contactId, name, surname }: Contact,
  leg: Leg,
  others: readonly PassengerLeg[],
  path: readonly string[],
): Warning[] => {
  const who = surname === null ? name : `${name} ${surname}`
  return others
    .filter(
      ({ flightId, offBlock, onBlock }) =>
        flightId !== leg.flightId && offBlock < leg.onBlock && leg.offBlock < onBlock,
    )
    .map(({ flightId, flightNo }) => {
      const full = `${who} is on ${leg.flightNo} and on ${flightNo} at the same time`
      const message = toReaders(
        ['passenger:read', 'flight:read'],
        full,
        'A passenger is on two flights at the same time',
      )
      return warning('PASSENGER_OVERLAP', message, path, [
        subject('CONTACT', contactId, who),
        subject('FLIGHT', leg.flightId, leg.flightNo),
        subject('FLIGHT', flightId, flightNo),
      ])
    })
}

interface Told {
  readonly under: readonly string[]
  /** Whose papers are told. */
  readonly isTold?: (passenger: PassengerOnFlight) => boolean
}

/** Of all passengers of these legs, each with its place in the list, in a number of statements that does not grow. */
const papersOfLegs = async (reader: ViewReader, legs: readonly Leg[], { under, isTold = () => true }: Told) => {
  const all = unrestricted(reader)
  const links = await passengerLinks(
    all,
    legs.map(({ flightId }) => flightId),
  )
  const ids = [...new Set([...links.values()].flat().map(({ contactId }) => contactId))]
  if (ids.length === 0) return { links, warningsOf: () => [] }
  const [people, documents] = [await recordsById(all, CONTACT, ids), await documentsOf(all, ids)]
  const flown = Map.groupBy(await legsOfPassengers(reader, ids, spanOf(legs)), ({ contactId }) => contactId)
  const warningsOf = (leg: Leg): Warning[] =>
    (links.get(leg.flightId) ?? []).flatMap((passenger, index) => {
      const { contactId, travelDocumentId } = passenger
      const person = people.get(contactId)
      if (!person || !isTold(passenger)) return []
      const document = documentFor(documents.get(contactId) ?? [], travelDocumentId)
      const path = [...under, String(index)]
      const others = leg.status === 'OPTION' ? [] : (flown.get(contactId) ?? [])
      return [...paperWarnings({ ...person, document }, leg, path), ...simultaneous(person, leg, others, path)]
    })
  return { links, warningsOf }
}

/** Of a leg that is still to be flown; a marketplace is told of those that it added (threats row 557). */
export const papersOfPassengers = async (tx: ViewTx, leg: Leg, under: readonly string[]): Promise<Warning[]> => {
  if (!isPlannable(leg.status)) return []
  const isTold = (passenger: PassengerOnFlight): boolean => isOwnPassenger(tx, passenger)
  return (await papersOfLegs(tx, [leg], { under, isTold })).warningsOf(leg)
}

/** What is open of the passengers of legs that are still to be flown: counts that differ, and papers. */
export const openPassengerWarnings = async (
  reader: ViewReader,
  legs: readonly CountedLeg[],
): Promise<ReadonlyMap<string, readonly Warning[]>> => {
  const coming = legs.filter(({ status }) => isPlannable(status))
  if (coming.length === 0) return new Map()
  const { links, warningsOf } = await papersOfLegs(reader, coming, { under: ['passengerList'] })
  return new Map(
    coming.map((leg) => {
      const counts = paxCountWarnings(leg.paxTotal, links.get(leg.flightId)?.length ?? 0, ['paxCount'])
      return [leg.flightId, [...counts, ...warningsOf(leg)]]
    }),
  )
}

/** Of one person, for each leg that they are still to fly on and that the principal sees. */
export const papersOfPerson = async (tx: ViewTx, person: Contact, path: readonly string[]): Promise<Warning[]> => {
  const all = unrestricted(tx)
  const legs = (await flightsOfPassenger(tx, person.contactId)).filter(({ status }) => isPlannable(status))
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
