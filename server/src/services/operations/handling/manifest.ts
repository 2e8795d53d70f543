/** Who is aboard, for providers who need the names: birth and nationality too, papers only where they are asked for. */
import type { CrewPosition } from '../../../domain/operations/crew/crew.ts'
import { PAPER_KINDS } from '../../../domain/operations/handling/service-kind.ts'
import { OPEN_WORK, STANDING } from '../../../domain/operations/handling/service-request.ts'
import { documentFor, type TravelDocument } from '../../../domain/operations/passengers/travel-document.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { flightsAskedFor } from '../../../storage/operations/handling/visits.ts'
import { passengerLinks, passengersOfFlights } from '../../../storage/operations/passengers/flight-passengers.ts'
import { documentsOf } from '../../../storage/operations/passengers/travel-documents.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewReader } from '../../../storage/view.ts'

export interface ManifestPerson {
  readonly isCrew: boolean
  readonly position: CrewPosition | null
  readonly name: string
  readonly surname: string
  readonly dateOfBirth: string | null
  readonly nationality: string | null
  readonly sex: TravelDocument['sex']
  /** Null where nothing that the reader was asked for needs it. */
  readonly document: Pick<TravelDocument, 'type' | 'issuingCountry' | 'number' | 'expiry'> | null
}

type Manifests = ReadonlyMap<string, ManifestPerson[]>

const crewIn = async (all: ViewReader, flightIds: readonly string[]): Promise<Manifests> => {
  const crews = await crewOfFlights(all, flightIds)
  const ids = [...new Set([...crews.values()].flat().map(({ crewMemberId }) => crewMemberId))]
  const members = ids.length === 0 ? new Map() : await recordsById(all, CREW_MEMBER, ids)
  const personOf = ({ crewMemberId, position }: { crewMemberId: string; position: CrewPosition }): ManifestPerson[] => {
    const member = members.get(crewMemberId)
    if (!member) return []
    const { name, surname, dateOfBirth, nationality, sex } = member
    return [{ isCrew: true, position, name, surname, dateOfBirth, nationality, sex, document: null }]
  }
  return new Map([...crews].map(([flightId, crew]) => [flightId, crew.flatMap(personOf)]))
}

const passengersIn = async (
  all: ViewReader,
  flightIds: readonly string[],
  withPapers: ReadonlySet<string>,
): Promise<Manifests> => {
  const passengers = await passengersOfFlights(all, flightIds)
  const links = await passengerLinks(all, flightIds)
  const people = [...passengers.values()].flat().map(({ contactId }) => contactId)
  const documents = await documentsOf(all, [...new Set(people)])
  return new Map(
    [...passengers].map(([flightId, list]) => [
      flightId,
      list.flatMap(({ contactId, name, surname }) => {
        const link = links.get(flightId)?.find((each) => each.contactId === contactId)
        if (link?.isNoShow) return []
        const document = documentFor(documents.get(contactId) ?? [], link?.travelDocumentId ?? null)
        return [
          {
            isCrew: false,
            position: null,
            name,
            surname: surname ?? '',
            dateOfBirth: document?.dateOfBirth ?? null,
            nationality: document?.nationality ?? null,
            sex: document?.sex ?? null,
            document: withPapers.has(flightId) ? (document ?? null) : null,
          },
        ]
      }),
    ]),
  )
}

/** Of those flights, until they are closed, that a request is about that the reader sees and that stands (threats row 279); crew first. */
export const manifestsOf = async (reader: ViewReader, flightIds: readonly string[]): Promise<Manifests> => {
  const asked = [...(await flightsAskedFor(reader, flightIds, { statuses: STANDING }))]
  if (asked.length === 0) return new Map()
  const all = unrestricted(reader)
  const crew = await crewIn(all, asked)
  const withPapers = await flightsAskedFor(reader, asked, { statuses: OPEN_WORK, kinds: PAPER_KINDS })
  const passengers = await passengersIn(all, asked, withPapers)
  return new Map(asked.map((id) => [id, [...(crew.get(id) ?? []), ...(passengers.get(id) ?? [])]]))
}
