/**
 * The complete data of one operator: fleet, tours, crews, duties, trips, passengers. Deterministic by seed and as-of
 * time.
 */

import { DAY_MS, HOUR_MS, type Interval, MINUTE_MS } from '../../domain/interval.ts'
import type { Contact } from '../../domain/operations/contact.ts'
import type { CrewMember } from '../../domain/operations/crew/crew.ts'
import type { Duty } from '../../domain/operations/crew/duty.ts'
import type { Qualification } from '../../domain/operations/crew/qualification.ts'
import type { Aircraft } from '../../domain/operations/fleet/aircraft.ts'
import { NO_PERMIT } from '../../domain/operations/fleet/permit-to-fly.ts'
import {
  type Grounding,
  UNAVAILABILITY_RECORD,
  type Unavailability,
} from '../../domain/operations/fleet/unavailability.ts'
import { airborneMinutes, type Flight } from '../../domain/operations/flights/flight.ts'
import type { Trip } from '../../domain/operations/flights/trip.ts'
import type { ServiceRequest } from '../../domain/operations/handling/service-request.ts'
import type { Visit } from '../../domain/operations/handling/visit.ts'
import type { MaintenanceDue } from '../../domain/operations/logs/maintenance-due.ts'
import type { TechLogEntry } from '../../domain/operations/logs/tech-log-entry.ts'
import type { TravelDocument } from '../../domain/operations/passengers/travel-document.ts'
import type { SafetyReport } from '../../domain/operations/safety/safety-report.ts'
import type { CharterRequest } from '../../domain/operations/sales/charter-request.ts'
import type { EmptyLeg } from '../../domain/operations/sales/empty-leg.ts'
import type { Quote } from '../../domain/operations/sales/quote.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import type { AirportRecord } from '../../domain/reference/airport.ts'
import { distanceNm } from '../../domain/reference/great-circle.ts'
import type { TypeRatings } from '../../domain/reference/type-rating.ts'
import type { Steps } from '../../services/steps.ts'
import { blankFlight, newAircraft, tripOf } from './blank-records.ts'
import type { DemoOperator, FleetEntry } from './demo-operators.ts'
import { type DemoDocument, makeDocuments } from './documents.ts'
import { emptyLegsOf } from './empty-legs.ts'
import { courseOf } from './flown.ts'
import { handlingOf } from './handling.ts'
import { withAirReturn, withDiversion } from './incidents.ts'
import { Crew, type Crewing, makeContact, makePassport } from './people.ts'
import { acrossDateLine, airborneNow, type Planted, throughClockChange, underGrounding } from './planted.ts'
import { plantedDuties } from './planted-duties.ts'
import { withReturnToStand, withSwap } from './planted-plan.ts'
import { salesOf } from './quotes.ts'
import { withRisk } from './risk.ts'
import { dutiesOf, type FlightCrewing } from './roster.ts'
import { safetyReportsOf } from './safety.ts'
import { Seeded } from './seeded.ts'
import { technicalLogOf } from './technical-log.ts'
import { planTours, type Tour, type TourRules } from './tours.ts'

export interface OperatorData {
  readonly aircraft: readonly Aircraft[]
  readonly unavailability: readonly Unavailability[]
  readonly contacts: readonly Contact[]
  readonly travelDocuments: readonly TravelDocument[]
  readonly trips: readonly Trip[]
  readonly flights: readonly Flight[]
  readonly emptyLegs: readonly EmptyLeg[]
  readonly charterRequests: readonly CharterRequest[]
  readonly quotes: readonly Quote[]
  readonly visits: readonly Visit[]
  readonly serviceRequests: readonly ServiceRequest[]
  readonly safetyReports: readonly SafetyReport[]
  readonly techLogEntries: readonly TechLogEntry[]
  readonly maintenanceDue: readonly MaintenanceDue[]
  readonly crewMembers: readonly CrewMember[]
  readonly qualifications: readonly Qualification[]
  readonly duties: readonly Duty[]
  readonly flightCrew: readonly FlightCrewing[]
  readonly passengers: readonly { readonly flightId: string; readonly contactId: string; readonly isLead: boolean }[]
  readonly documents: readonly DemoDocument[]
}

export interface DemoReference {
  readonly airportByCode: (code: string) => AirportRecord | undefined
  readonly airportById: (airportId: string) => AirportRecord | undefined
  readonly aircraftTypes: readonly AircraftTypeRecord[]
  readonly typeRatings: TypeRatings
}

const DAYS_BACK = 60
const DAYS_AHEAD = 30
const OPTION_AFTER_DAYS = 8
const DELAY_MINUTES = 40
const CANCELLED_SHARE = 0.03
const CONTACTS_PER_AIRCRAFT = 6
const PASSENGERS_WITHIN_MS = 14 * DAY_MS
const CREW_PAIRS = 2
const EXPIRING_MEDICAL_DAYS = 20
const EXPIRED_MEDICAL_DAYS = -10

interface CrewSet {
  readonly commander: Crewing
  readonly firstOfficer: Crewing
  readonly attendant: Crewing | null
}

interface CrewedAircraft {
  readonly aircraft: Aircraft
  readonly entry: FleetEntry
  readonly crew: CrewSet | undefined
}

/** Builds an operator step by step; each aircraft adds its crews, tours and trips. */
class Builder {
  readonly aircraft: Aircraft[] = []
  readonly unavailability: Unavailability[] = []
  readonly contacts: Contact[] = []
  readonly travelDocuments: TravelDocument[] = []
  readonly trips: Trip[] = []
  readonly flights: Flight[] = []
  readonly crewings: Crewing[] = []
  readonly flightCrew: FlightCrewing[] = []
  readonly passengers: { flightId: string; contactId: string; isLead: boolean }[] = []
  readonly #operator: DemoOperator
  readonly #random: Seeded
  readonly #asOf: number
  readonly #reference: DemoReference
  readonly #crew: Crew
  readonly #window: Interval
  #flightCount = 0

  constructor(operator: DemoOperator, seed: string, asOf: number, reference: DemoReference) {
    this.#operator = operator
    this.#asOf = asOf
    this.#reference = reference
    this.#random = new Seeded(seed)
    this.#crew = new Crew(this.#random.part('crew'), { base: this.#airport(operator.base), asOf })
    const today = Math.floor(asOf / DAY_MS) * DAY_MS
    this.#window = { from: today - DAYS_BACK * DAY_MS, to: today + DAYS_AHEAD * DAY_MS }
  }

  #airport(code: string): AirportRecord {
    const airport = this.#reference.airportByCode(code)
    if (!airport) throw new Error(`The reference data has no airport ${code}`)
    return airport
  }

  build(): void {
    for (let index = 0; index < this.#operator.aircraftCount; index++) this.#addAircraft(index)
    if (this.#operator.aircraftCount === 0) return
    const rating = this.#operator.fleet[0]?.iCAO ?? ''
    // A crew member who is never assigned, because the medical has expired.
    this.crewings.push(this.#crew.hire(['CPT', 'FO'], rating, null, EXPIRED_MEDICAL_DAYS))
  }

  #addAircraft(index: number): void {
    const entry = this.#operator.fleet[index % this.#operator.fleet.length]
    if (!entry) throw new Error('A fleet has at least one type')
    const random = this.#random.part(`aircraft ${index}`)
    const rules: TourRules = {
      base: this.#airport(this.#operator.base),
      destinations: this.#operator.destinations.map((code) => this.#airport(code)),
      rangeNm: entry.rangeNm,
      cruiseKt: entry.cruiseKt,
      morningUtcHour: this.#operator.morningUtcHour,
    }
    for (let count = 0; count < CONTACTS_PER_AIRCRAFT; count++) {
      const contact = makeContact(random, count === 0 ? 'CLIENT' : 'PASSENGER', this.#asOf)
      this.contacts.push(contact)
      if (contact.kind === 'PASSENGER') this.travelDocuments.push(makePassport(random, contact, this.#asOf))
    }
    const type = this.#reference.aircraftTypes.find(({ iCAO }) => iCAO === entry.iCAO)
    if (!type) throw new Error(`The reference data has no type ${entry.iCAO}`)
    const made = newAircraft(
      random,
      { operator: this.#operator, index, entry, type, baseId: rules.base.airportId },
      this.#asOf,
    )
    const grounding = this.#grounding(index, made)
    const blocks = [...this.#blocks(random, index, made), ...(grounding ? [grounding] : [])]
    const aircraft: Aircraft = { ...made, groundingList: this.#groundingsOf(made) }
    const planted = this.#planted(index, rules)
    const taken = [...blocks, ...planted.map(({ reserved }) => reserved)]
    const tours = [...planTours(random, rules, this.#window, taken), ...planted.map(({ tour }) => tour)].sort(
      (a, b) => (a[0]?.offBlock ?? 0) - (b[0]?.offBlock ?? 0),
    )
    const sets = this.#crewSets(index, entry)
    const flights = tours.flatMap((tour, at) =>
      this.#addTour(random, tour, { aircraft, entry, crew: sets[at % sets.length] }),
    )
    this.#addCancelled(random, aircraft, rules, tours.length)
    this.aircraft.push(this.#withHours(aircraft, flights))
  }

  get #groundedIndex(): number {
    return this.#operator.aircraftCount - 2
  }

  /** The last aircraft but one has been grounded since this morning, waiting for a part, over a flight of tomorrow. */
  #grounding(index: number, { aircraftId }: Aircraft): Interval | null {
    if (index !== this.#groundedIndex) return null
    const block = { from: this.#asOf - 7 * HOUR_MS, to: this.#asOf + 40 * HOUR_MS }
    this.unavailability.push(
      madeRecord(UNAVAILABILITY_RECORD, this.#asOf, {
        unavailabilityId: this.#random.part('grounding').id('una'),
        aircraftId,
        ...block,
        reason: 'AOG',
        isEndEstimated: true,
        note: 'Hydraulic leak, part on its way',
        permitAuthority: 'FOCA',
        permitNumber: 'PTF-2026-118',
        permitTo: this.#asOf + 30 * HOUR_MS,
        permitConditions: 'Gear down, below FL 150, crew only',
      }),
    )
    return block
  }

  #groundingsOf({ aircraftId }: Aircraft): Grounding[] {
    return this.unavailability
      .filter((block) => block.aircraftId === aircraftId)
      .map(({ from, to, reason, isEndEstimated }) => ({
        from,
        to,
        reason: reason as Grounding['reason'],
        isEndEstimated,
      }))
  }

  /** Every third aircraft goes into maintenance for some days in the coming weeks. */
  #blocks(random: Seeded, index: number, { aircraftId }: Aircraft): Interval[] {
    if (index % 3 !== 2) return []
    const from = this.#window.to - random.whole(12, 22) * DAY_MS
    const block = { from, to: from + random.whole(2, 5) * DAY_MS }
    this.unavailability.push(
      madeRecord(UNAVAILABILITY_RECORD, this.#asOf, {
        unavailabilityId: random.id('una'),
        aircraftId,
        ...block,
        reason: 'MAINTENANCE',
        isEndEstimated: false,
        note: random.pick(['Check A', 'Engine inspection', 'Cabin refurbishment']),
        ...NO_PERMIT,
      }),
    )
    return [block]
  }

  #planted(index: number, rules: TourRules): Planted[] {
    if (index === 0) return [airborneNow(rules, this.#asOf)]
    if (index === this.#groundedIndex) return [underGrounding(rules, this.#asOf)]
    if (index !== 1) return []
    const way = this.#operator.acrossDateLine?.map((code) => this.#airport(code))
    if (way) return [acrossDateLine(way, rules.cruiseKt, Math.floor(this.#asOf / DAY_MS) * DAY_MS)]
    const night = throughClockChange(rules, this.#airport('LFPB'), this.#window)
    return night ? [night] : []
  }

  /** Two sets of pilots alternate on an aircraft, tour by tour; larger cabins have an attendant. */
  #crewSets(index: number, { iCAO, seats }: FleetEntry): CrewSet[] {
    return Array.from({ length: CREW_PAIRS }, (_, set) => {
      const isFirst = index === 0 && set === 0
      const expires = index === 0 && set === 1 ? EXPIRING_MEDICAL_DAYS : undefined
      const sets = {
        commander: this.#crew.hire(['CPT', 'FO'], iCAO, isFirst ? this.#operator.pilot : null, expires),
        firstOfficer: this.#crew.hire(['FO'], iCAO),
        attendant: seats >= 10 ? this.#crew.hire(['FA'], iCAO) : null,
      }
      this.crewings.push(sets.commander, sets.firstOfficer, ...(sets.attendant ? [sets.attendant] : []))
      return sets
    })
  }

  #addTour(random: Seeded, tour: Tour, { aircraft, entry, crew }: CrewedAircraft): Flight[] {
    const tripId = random.id('trp')
    const isFarOff = (tour[0]?.offBlock ?? 0) > this.#asOf + OPTION_AFTER_DAYS * DAY_MS
    const planned = isFarOff && random.chance(0.3) ? 'OPTION' : 'CONFIRMED'
    const flights = tour.map((leg, index): Flight => {
      const course = courseOf(random, leg, { asOf: this.#asOf, planned, kgPerHour: entry.fuelKgPerHour })
      return {
        ...this.#blankFlight(random, aircraft),
        ...course,
        tripId,
        legNumber: index + 1,
        kind: leg.kind,
        adepId: leg.adep.airportId,
        adesId: leg.ades.airportId,
        offBlock: leg.offBlock,
        onBlock: leg.onBlock,
        distanceNm: distanceNm(leg.adep, leg.ades),
        paxTotal: leg.kind === 'FERRY' ? 0 : random.whole(1, Math.min(4, entry.seats)),
      }
    })
    for (const flight of flights) {
      if (crew) this.#assign(flight.flightId, crew)
      this.#board(random, flight)
    }
    this.flights.push(...flights)
    const clientId = this.contacts.at(-CONTACTS_PER_AIRCRAFT)?.contactId ?? null
    this.trips.push(tripOf({ tripId, number: this.trips.length + 1, clientId }, flights, this.#asOf))
    return flights
  }

  #blankFlight(random: Seeded, aircraft: Aircraft): Flight {
    return blankFlight(random, this.#operator, aircraft, { count: this.#flightCount++, asOf: this.#asOf })
  }

  #assign(flightId: string, { commander, firstOfficer, attendant }: CrewSet): void {
    this.flightCrew.push({ flightId, crewMemberId: commander.member.crewMemberId, position: 'CPT' })
    this.flightCrew.push({ flightId, crewMemberId: firstOfficer.member.crewMemberId, position: 'FO' })
    if (attendant) this.flightCrew.push({ flightId, crewMemberId: attendant.member.crewMemberId, position: 'FA' })
  }

  /** Each aircraft has its own group of passengers; names are known for the weeks around now. */
  #board(random: Seeded, flight: Flight): void {
    if (Math.abs(flight.offBlock - this.#asOf) > PASSENGERS_WITHIN_MS) return
    const circle = this.contacts.slice(1 - CONTACTS_PER_AIRCRAFT)
    const first = random.whole(0, circle.length - 1)
    for (let index = 0; index < flight.paxTotal; index++) {
      const contact = circle[(first + index) % circle.length]
      if (contact) {
        this.passengers.push({ flightId: flight.flightId, contactId: contact.contactId, isLead: index === 0 })
      }
    }
  }

  /** Cancelled flights do not occupy the aircraft, so they may be at any time. */
  #addCancelled(random: Seeded, aircraft: Aircraft, rules: TourRules, tours: number): void {
    for (let index = 0; index < tours; index++) {
      if (!random.chance(CANCELLED_SHARE * 2)) continue
      const ades = random.pick(rules.destinations)
      const offBlock = this.#window.from + random.whole(0, DAYS_BACK + DAYS_AHEAD - 1) * DAY_MS + 9 * HOUR_MS
      this.flights.push({
        ...this.#blankFlight(random, aircraft),
        status: 'CANCELLED',
        statusReason: random.pick(['Client cancelled', 'Weather', 'Aircraft changed']),
        adesId: ades.airportId,
        offBlock,
        onBlock: offBlock + 2 * HOUR_MS,
        distanceNm: distanceNm(rules.base, ades),
      })
    }
  }

  #withHours(aircraft: Aircraft, flights: readonly Flight[]): Aircraft {
    const closed = flights.filter(({ status }) => status === 'CLOSED')
    const flown = closed.reduce((sum, flight) => sum + (airborneMinutes(flight) ?? 0), 0)
    return {
      ...aircraft,
      airframeMinutes: aircraft.airframeMinutes + flown,
      cycles: aircraft.cycles + closed.length,
    }
  }

  duties(crewMembers: readonly CrewMember[]): Duty[] {
    const asOf = this.#asOf
    const duties = dutiesOf(this.#random.part('duties'), this.flights, this.flightCrew, asOf)
    return [...duties, ...plantedDuties(this.#random.part('planted duties'), { duties, crewMembers, asOf })]
  }

  /** Adds a diversion, an air return and a return to stand to past flights; swaps two aircraft, and delays the next. */
  plantIncidents(): void {
    const known = [this.#operator.base, ...this.#operator.destinations].map((code) => this.#airport(code))
    const used = new Map(known.map((airport) => [airport.airportId, airport]))
    const byId = (airportId: string): AirportRecord => {
      const airport = used.get(airportId)
      if (!airport) throw new Error(`The operator does not fly to ${airportId}`)
      return airport
    }
    const elsewhere = this.#operator.destinations.map((code) => this.#airport(code).airportId)
    const past = this.flights.filter(({ adepId, adesId }) => used.has(adepId) && used.has(adesId))
    const changed = withReturnToStand(withAirReturn(withDiversion(past, elsewhere, byId), byId))
    const after = new Map(changed.map((flight) => [flight.flightId, flight]))
    for (const [index, flight] of this.flights.entries()) this.flights[index] = after.get(flight.flightId) ?? flight
    this.#delayNext()
    const { flights, aircraft, unavailability } = this
    const swapped = withSwap({ flights, aircraft, unavailability }, this.#asOf + DAY_MS)
    for (const [index, flight] of swapped.entries()) this.flights[index] = flight
    this.#addRival()
  }

  /** Another client asks for the aircraft of the first option: both wait for an answer. */
  #addRival(): void {
    const options = this.flights.filter(({ status, legNumber }) => status === 'OPTION' && legNumber === 1)
    const [first] = options.toSorted((a, b) => a.offBlock - b.offBlock)
    const aircraft = this.aircraft.find(({ aircraftId }) => aircraftId === first?.aircraftId)
    if (!first || !aircraft) return
    const { adepId, adesId, distanceNm: nm } = first
    this.flights.push({
      ...this.#blankFlight(this.#random.part('rival'), aircraft),
      status: 'OPTION',
      kind: 'CHARTER',
      adepId,
      adesId,
      distanceNm: nm,
      offBlock: first.offBlock + 15 * MINUTE_MS,
      onBlock: first.onBlock + 15 * MINUTE_MS,
      paxTotal: 2,
      opsNote: `Second option beside ${first.flightNo}`,
    })
  }

  #delayNext(): void {
    const coming = this.flights.filter(({ status, offBlock }) => status === 'CONFIRMED' && offBlock > this.#asOf)
    const next = coming.reduce<Flight | null>(
      (one, other) => (one && one.offBlock <= other.offBlock ? one : other),
      null,
    )
    if (!next) return
    const opsNote = 'Late: waits for a spare part'
    const late = DELAY_MINUTES * MINUTE_MS
    this.flights[this.flights.indexOf(next)] = {
      ...next,
      opsNote,
      delayList: [{ code: '41', minutes: DELAY_MINUTES, note: opsNote }],
      estimatedOffBlock: next.offBlock + late,
      estimatedOnBlock: next.onBlock + late,
    }
  }
}

/** In steps of some milliseconds each. */
export function* makeOperatorData(
  operator: DemoOperator,
  seed: string,
  asOf: number,
  reference: DemoReference,
): Steps<OperatorData> {
  const builder = new Builder(operator, seed, Math.floor(asOf / MINUTE_MS) * MINUTE_MS, reference)
  builder.build()
  yield
  builder.plantIncidents()
  yield
  const { aircraft, flightCrew } = builder
  const crewMembers = builder.crewings.map(({ member }) => member)
  const { unavailability, ...logs } = technicalLogOf(new Seeded(seed).part('technical log'), {
    aircraft,
    unavailability: builder.unavailability,
    crewMembers,
    asOf,
  })
  const duties = builder.duties(crewMembers)
  yield
  const qualifications = builder.crewings.flatMap((crewing) => crewing.qualifications)
  const { flights } = builder
  const emptyLegs = emptyLegsOf(new Seeded(seed).part('empty legs'), flights, asOf)
  const { quoteOfTrip, ...sales } = salesOf(new Seeded(seed).part('quotes'), builder.trips, flights, asOf)
  const { providers, ...handling } = handlingOf(new Seeded(seed).part('handling'), flights, flightCrew, asOf)
  const planned = { flights, aircraft, unavailability, crewMembers, qualifications, flightCrew, duties, ...logs }
  return {
    aircraft,
    unavailability,
    contacts: [...builder.contacts, ...(flights.length === 0 ? [] : providers)],
    travelDocuments: builder.travelDocuments,
    trips: builder.trips.map((trip) => ({ ...trip, quoteId: quoteOfTrip.get(trip.tripId) ?? null })),
    flights: yield* withRisk(planned, reference),
    emptyLegs,
    ...sales,
    ...handling,
    ...logs,
    safetyReports: safetyReportsOf(new Seeded(seed).part('safety'), flights, asOf),
    crewMembers,
    qualifications,
    duties,
    flightCrew,
    passengers: builder.passengers,
    documents: makeDocuments(new Seeded(seed).part('documents'), asOf, planned),
  }
}
