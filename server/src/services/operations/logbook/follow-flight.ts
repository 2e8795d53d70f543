/**
 * Keeps the entries of a flight's pilots true to it: they appear when it is closed, follow corrections, and go when it is
 * reopened or somebody leaves the crew (data §12). Whoever changes the flight reads nothing of a logbook.
 */
import { COMMANDER, type CrewMember } from '../../../domain/operations/crew/crew.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { arrivalId, type Flight } from '../../../domain/operations/flights/flight.ts'
import { derivedEntry, type FlownFlight, isPilot } from '../../../domain/operations/logbook/derived-entry.ts'
import { LOGBOOK_ENTRY_RECORD, type LogbookDetails } from '../../../domain/operations/logbook/logbook-entry.ts'
import { blankDetails } from '../../../domain/records/details.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { type CrewOnFlight, crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { entriesOfFlight, LOGBOOK_ENTRY } from '../../../storage/operations/logbook/logbook-entries.ts'
import { removedOwners } from '../../../storage/operations/logbook/logbook-owner.ts'
import {
  changeRecord,
  createRecord,
  lockRecords,
  recordById,
  recordsById,
  removeRecord,
} from '../../../storage/records.ts'
import { unrestricted, type ViewTx, writingAs } from '../../../storage/view.ts'
import { knownAirport } from '../../reference/airport-code.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import { newId } from '../../world.ts'
import type { Desk } from '../desk.ts'

type Members = ReadonlyMap<string, CrewMember>

/** What a logbook is told of a flight. */
const flownFlight = (
  reference: ReferenceSnapshot,
  flight: Flight,
  aircraft: Pick<Aircraft, 'registration' | 'acftTypeId' | 'minFlightCrew'>,
  { crew, commander }: { readonly crew: readonly CrewOnFlight[]; readonly commander: CrewMember | undefined },
): FlownFlight => {
  const type = reference.aircraftTypeById(aircraft.acftTypeId)
  return {
    flight,
    registration: aircraft.registration,
    type,
    from: knownAirport(reference, flight.adepId),
    to: knownAirport(reference, arrivalId(flight)),
    planned: knownAirport(reference, flight.adesId),
    picName: commander ? `${commander.name} ${commander.surname}` : null,
    pilotCount: crew.filter(isPilot).length,
    minFlightCrew: aircraft.minFlightCrew ?? (type ? reference.typeRatings.minFlightCrew(type) : 1),
  }
}

interface Pilot {
  readonly crewMemberId: string
  readonly userId: string | null
  readonly entry: Partial<LogbookDetails>
}

type Around = Pick<Desk, 'world' | 'reference'>

const pilotsOf = async (tx: ViewTx, { reference }: Around, flight: Flight): Promise<Pilot[]> => {
  if (flight.status !== 'CLOSED') return []
  const all = unrestricted(tx)
  const crew = (await crewOfFlights(all, [flight.flightId])).get(flight.flightId) ?? []
  const aircraft = await recordById(all, AIRCRAFT, flight.aircraftId)
  if (!aircraft) return []
  const members: Members = await recordsById(
    all,
    CREW_MEMBER,
    crew.filter(isPilot).map(({ crewMemberId }) => crewMemberId),
  )
  const commander = members.get(crew.find(({ position }) => position === COMMANDER)?.crewMemberId ?? '')
  const flown = flownFlight(reference, flight, aircraft, { crew, commander })
  return crew.filter(isPilot).flatMap((own) => {
    const entry = derivedEntry(flown, own)
    const userId = members.get(own.crewMemberId)?.userId ?? null
    return entry === null ? [] : [{ crewMemberId: own.crewMemberId, userId, entry }]
  })
}

/** The flight is locked, with its crew, and written. */
export const followInLogbooks = async (tx: ViewTx, desk: Around, before: Flight, flight: Flight): Promise<void> => {
  if (before.status !== 'CLOSED' && flight.status !== 'CLOSED') return
  // Who closed or corrected the flight is no author of somebody's logbook.
  const asSystem: ViewTx = { ...tx, author: null }
  const pilots = await pilotsOf(tx, desk, flight)
  const kept = await entriesOfFlight(tx, flight.flightId)
  const removed = await removedOwners(
    tx,
    [...kept, ...pilots].flatMap(({ userId }) => userId ?? []),
  )
  for (const { logbookEntryId, userId, crewMemberId } of kept) {
    // What somebody takes along is what they flew by the time they left (ADR 209).
    if (removed.has(userId)) continue
    const own = writingAs(asSystem, { of: 'person', userId })
    const entry = (await lockRecords(own, LOGBOOK_ENTRY, [logbookEntryId])).get(logbookEntryId)
    const pilot = pilots.find((each) => each.crewMemberId === crewMemberId)
    if (entry && pilot) await changeRecord(own, LOGBOOK_ENTRY, entry, pilot.entry)
    else if (entry) await removeRecord(own, LOGBOOK_ENTRY, entry)
  }
  for (const { crewMemberId, userId, entry } of pilots) {
    if (userId === null || removed.has(userId)) continue
    // Somebody has it: who is this crew member by now gets none of what another flew (ADR 178).
    if (kept.some((each) => each.crewMemberId === crewMemberId)) continue
    const blank = blankDetails(LOGBOOK_ENTRY_RECORD.fields) as LogbookDetails
    const id = { logbookEntryId: newId(desk.world, LOGBOOK_ENTRY_RECORD.id.prefix), flightId: flight.flightId }
    await createRecord(asSystem, LOGBOOK_ENTRY, { ...blank, ...entry, ...id, userId, crewMemberId, source: 'OPERATOR' })
  }
}
