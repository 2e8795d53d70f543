/**
 * Documents of a demo operator in every state: of the next flights, of aircraft, of a crew member and of the operator;
 * revised, read by the pilot or not yet, about to end, ended, on hold, naming passengers. The second flight lacks its
 * mass and balance.
 */
import { hash } from 'node:crypto'
import { DAY_MS } from '../../domain/interval.ts'
import type { CrewMember } from '../../domain/operations/crew/crew.ts'
import {
  DOCUMENT_RECORD,
  type Document,
  type DocumentKind,
  namesPassengers,
} from '../../domain/operations/documents/document.ts'
import { retainUntil } from '../../domain/operations/documents/document-retention.ts'
import type { Aircraft } from '../../domain/operations/fleet/aircraft.ts'
import type { Flight } from '../../domain/operations/flights/flight.ts'
import { DEFAULT_RULES } from '../../domain/operations/operator-rules.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import { plainPdf } from './plain-pdf.ts'
import type { Seeded } from './seeded.ts'

const FLIGHTS_WITH_PAPERS = 3
const AIRCRAFT_WITH_PAPERS = 4

export interface DemoContent {
  readonly fileId: string
  readonly revision: number
  readonly content: Buffer
  readonly changeNote: string | null
  readonly createdAt: number
}

export interface DemoDocument {
  readonly document: Document
  /** The oldest first. */
  readonly contents: readonly DemoContent[]
  /** The revision that the operator's pilot has read; null for none. */
  readonly readByPilot: number | null
}

interface Told {
  readonly kind: Document['kind']
  readonly title: string
  readonly audienceList: Document['audienceList']
  readonly lines: readonly string[]
  readonly of?: Partial<Pick<Document, 'flightId' | 'aircraftId' | 'crewMemberId' | 'onAircraftId'>>
  readonly countsFrom?: number
  /** What is new in each revision after the first. */
  readonly changes?: readonly string[]
  readonly validTo?: string
  readonly validFrom?: string
  readonly isOnHold?: boolean
  readonly readByPilot?: number
}

export interface Documented {
  readonly aircraft: readonly Aircraft[]
  readonly flights: readonly Flight[]
  readonly crewMembers: readonly CrewMember[]
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

class Shelf {
  readonly #random: Seeded
  readonly #asOf: number
  readonly list: DemoDocument[] = []

  constructor(random: Seeded, asOf: number) {
    this.#random = random
    this.#asOf = asOf
  }

  #contents({ title, lines, changes = [] }: Told): DemoContent[] {
    return [null, ...changes].map((changeNote, index) => ({
      fileId: this.#random.id('upl'),
      revision: index + 1,
      content: plainPdf(title, [...lines, `Revision ${index + 1}`, ...(changeNote === null ? [] : [changeNote])]),
      changeNote,
      createdAt: this.#asOf - (changes.length - index) * 7_200_000,
    }))
  }

  add(told: Told): void {
    const contents = this.#contents(told)
    const current = contents.at(-1)
    if (!current) return
    const isPassengerData = namesPassengers(told.kind)
    const kept = { kind: told.kind, isPassengerData, retention: null }
    const from = dayOf(told.countsFrom ?? current.createdAt)
    const document: Document = madeRecord(DOCUMENT_RECORD, this.#asOf, {
      documentId: this.#random.id('doc'),
      kind: told.kind,
      title: told.title,
      onAircraftId: told.of?.aircraftId ?? null,
      ...told.of,
      audienceList: told.audienceList,
      isPassengerData,
      revision: current.revision,
      mediaType: 'application/pdf',
      byteSize: current.content.length,
      sha256: hash('sha256', current.content, 'hex'),
      validFrom: told.validFrom ?? null,
      validTo: told.validTo ?? null,
      retainUntil: retainUntil(kept, from, DEFAULT_RULES.passengerRetentionDays),
      isOnHold: told.isOnHold ?? false,
    })
    this.list.push({ document, contents, readByPilot: told.readByPilot ?? null })
  }
}

/** What the operator wants for a charter flight. */
export const FLIGHT_PAPERS: readonly DocumentKind[] = ['OFP', 'WEATHER', 'NOTAM', 'ATC_FPL', 'MASS_BALANCE']

const addFlightPapers = (shelf: Shelf, flight: Flight, index: number): void => {
  const { flightId, flightNo, aircraftId: onAircraftId, onBlock: countsFrom } = flight
  const of = { flightId, onAircraftId }
  const lines = [flightNo, `${dayOf(flight.offBlock)}, ${flight.distanceNm} NM`]
  const paper = (told: Pick<Told, 'kind' | 'title' | 'audienceList'> & Partial<Told>) =>
    shelf.add({ of, lines, countsFrom, ...told })
  const isRevised = index === 0
  paper({
    kind: 'OFP',
    title: `OFP ${flightNo}`,
    audienceList: ['CREW'],
    changes: isRevised ? ['Another route, 120 kg more trip fuel'] : [],
    readByPilot: 1,
  })
  paper({ kind: 'WEATHER', title: `Weather ${flightNo}`, audienceList: ['CREW'], readByPilot: 1 })
  paper({ kind: 'NOTAM', title: `NOTAM ${flightNo}`, audienceList: ['CREW'] })
  paper({ kind: 'ATC_FPL', title: `ATS flight plan ${flightNo}`, audienceList: ['CREW', 'PROVIDER'] })
  if (index !== 1) paper({ kind: 'MASS_BALANCE', title: `Mass and balance ${flightNo}`, audienceList: ['CREW'] })
  paper({ kind: 'PAX_MANIFEST', title: `Passenger list ${flightNo}`, audienceList: ['PROVIDER'] })
  paper({ kind: 'GENDEC', title: `General declaration ${flightNo}`, audienceList: ['PROVIDER'] })
}

const addAircraftPapers = (shelf: Shelf, { aircraftId, registration }: Aircraft, index: number, asOf: number): void => {
  const of = { aircraftId }
  // The first ends soon, the second has ended.
  const endsInDays = [40, -3][index] ?? 300
  shelf.add({
    of,
    kind: 'AIRCRAFT_CERTIFICATE',
    title: `Airworthiness review ${registration}`,
    audienceList: ['CREW'],
    lines: [registration],
    validFrom: dayOf(asOf - (365 - endsInDays) * DAY_MS),
    validTo: dayOf(asOf + endsInDays * DAY_MS),
    changes: ['Renewed'],
  })
  shelf.add({
    of,
    kind: 'AIRCRAFT_CERTIFICATE',
    title: `Insurance ${registration}`,
    audienceList: ['CREW', 'PROVIDER'],
    lines: [registration],
    isOnHold: index === 0,
  })
}

export const makeDocuments = (
  random: Seeded,
  asOf: number,
  { aircraft, flights, crewMembers }: Documented,
): readonly DemoDocument[] => {
  const shelf = new Shelf(random, asOf)
  const coming = flights
    .filter(({ status, offBlock }) => status === 'CONFIRMED' && offBlock > asOf)
    .toSorted((a, b) => a.offBlock - b.offBlock)
  for (const [index, flight] of coming.slice(0, FLIGHTS_WITH_PAPERS).entries()) addFlightPapers(shelf, flight, index)
  for (const [index, each] of aircraft.slice(0, AIRCRAFT_WITH_PAPERS).entries()) {
    addAircraftPapers(shelf, each, index, asOf)
  }
  const [pilot] = crewMembers
  if (pilot) {
    const { crewMemberId, code } = pilot
    shelf.add({
      of: { crewMemberId },
      kind: 'CREW_PAPER',
      title: `Line check ${code}`,
      audienceList: ['CREW'],
      lines: [code],
    })
  }
  shelf.add({
    kind: 'MANUAL',
    title: 'Operations manual, part A',
    audienceList: ['CREW'],
    lines: ['How we fly'],
    changes: ['Winter operations', 'Duty times'],
    readByPilot: 2,
  })
  shelf.add({ kind: 'CONTRACT', title: 'Fuel contract', audienceList: [], lines: ['Prices and terms'] })
  return shelf.list
}
