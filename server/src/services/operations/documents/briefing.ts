/** The briefing of a flight: made when it is asked for, of what whoever asks sees (data §9.10). */
import { type Briefing, briefingOf } from '../../../domain/operations/documents/briefing.ts'
import type { DocumentKind } from '../../../domain/operations/documents/document.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { isInsideView, type View } from '../../../domain/view.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { acknowledgementsOf, documentsForFlight } from '../../../storage/operations/documents/documents.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { recordById, recordsById } from '../../../storage/records.ts'
import { operatorSettings } from '../../../storage/tenancy/operator-settings.ts'
import { unrestricted, type ViewReader } from '../../../storage/view.ts'

const seesPassengers = (view: View): boolean =>
  (view.of === 'operator' || view.of === 'aircraft') && !view.withoutPassengers

const requiredFor = async (reader: ViewReader, { kind }: Flight): Promise<readonly DocumentKind[]> => {
  const { requiredDocumentList } = await operatorSettings(reader)
  return requiredDocumentList.find(({ flightKind }) => flightKind === kind)?.kindList ?? []
}

/** Null for who does not see the flight, and for who sees it from outside: what is required is the operator's own. */
export const briefing = async (reader: ViewReader, flightId: string): Promise<Briefing | null> => {
  const flight = isInsideView(reader.view) ? await recordById(reader, FLIGHT, flightId) : undefined
  if (!flight) return null
  const documents = await documentsForFlight(reader, flight)
  const onBoard = (await crewOfFlights(reader, [flightId])).get(flightId) ?? []
  const ids = onBoard.map(({ crewMemberId }) => crewMemberId)
  const members = await recordsById(unrestricted(reader), CREW_MEMBER, ids)
  return briefingOf({
    flightId,
    documents,
    required: await requiredFor(reader, flight),
    seesPassengers: seesPassengers(reader.view),
    crew: ids.map((crewMemberId) => ({ crewMemberId, userId: members.get(crewMemberId)?.userId ?? null })),
    acknowledged: await acknowledgementsOf(
      reader,
      documents.map(({ documentId }) => documentId),
    ),
  })
}
