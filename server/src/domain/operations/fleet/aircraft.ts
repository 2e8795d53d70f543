import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import {
  airport,
  anyText,
  decimal,
  listOf,
  money,
  oneOf,
  shaped,
  text,
  time,
  values,
  whole,
} from '../../records/fields.ts'
import { atLeast, byId, equal, joined } from '../../records/filter.ts'
import { BASE_WORDS } from '../../records/heading-words.ts'
import { endOf, GROUNDING_REASONS, type Grounding } from './unavailability.ts'

const AIRCRAFT_STATUSES = ['ACTIVE', 'AOG', 'MAINTENANCE', 'STORED', 'SOLD'] as const
export type AircraftStatus = (typeof AIRCRAFT_STATUSES)[number]

const AIRCRAFT_STATUS = enumeration('AircraftStatus', AIRCRAFT_STATUSES)

export const EQUIPMENT = enumeration('Equipment', [
  'WIFI',
  'SATPHONE',
  'LAVATORY',
  'GALLEY',
  'BED',
  'PETS',
  'MEDEVAC',
  'RVSM',
  'CPDLC',
  'PBN_RNP_AR',
  'STEEP_APPROACH',
])

/** Capital letters, digits and - as painted: HB-JAA, N5AB, D-ILLY. */
const REGISTRATION = /^(?=.*[A-Z0-9]$)[A-Z0-9][A-Z0-9-]{1,9}$/

/** `status` is ACTIVE, STORED or SOLD as it was set; AOG and MAINTENANCE follow from the blocks: `statusAt`. */
export const AIRCRAFT_RECORD = record('Aircraft', {
  file: 'domain/operations/fleet/aircraft.ts',
  entity: 'AIRCRAFT',
  noun: 'aircraft',
  plural: 'aircraft',
  calledBy: ['registration'],
  listed: ['acftTypeId', 'baseId', 'seatCount', 'maxRangeNm', 'status'],
  says: 'An aircraft of the operator.',
  id: { field: 'aircraftId', prefix: 'acf', isInInput: true },
  read: 'aircraft:read',
  write: 'aircraft:write',
  fields: {
    registration: shaped({
      required: true,
      isUpper: true,
      shape: REGISTRATION,
      message: 'A registration has 2 to 10 capital letters, digits and -, e.g. HB-JAA',
      headings:
        'reg, tail, tail number, Kennzeichen, Immatrikulation, Registrierung, immatriculation, immatricolazione, marche',
    }),
    acftTypeId: anyText({ required: true, shown: 'acftType', label: 'Type', headings: '' }),
    serialNumber: text({
      most: 40,
      headings: 'serial, serial no, msn, s/n, Seriennummer, Werknummer, Werk-Nr., numéro de série, numero di serie',
    }),
    baseId: airport({ as: 'base', required: true, label: 'Home base', headings: BASE_WORDS }),
    seatCount: whole({
      required: true,
      min: 0,
      max: 900,
      label: 'Seats',
      headings:
        'seats, number of seats, Sitze, Sitzplätze, Anzahl Sitze, sièges, nombre de sièges, places, posti, numero di posti',
    }),
    maxRangeNm: whole({
      min: 1,
      max: 12_000,
      label: 'Range in NM',
      headings: 'range, max range, Reichweite, rayon d’action, autonomie, autonomia',
    }),
    cruiseKt: whole({
      min: 20,
      max: 1_500,
      label: 'Cruise in kt',
      headings: 'cruise, cruise speed, Reisegeschwindigkeit, vitesse de croisière, velocità di crociera',
    }),
    mtowKg: whole({
      min: 50,
      max: 700_000,
      label: 'MTOW in kg',
      headings:
        'mtow, mtom, max take-off mass, max take-off weight, Höchstabflugmasse, masse maximale au décollage, massa massima al decollo',
    }),
    yearOfManufacture: whole({
      min: 1903,
      max: 'next year',
      label: 'Year built',
      headings: 'year, year built, Baujahr, année, année de construction, anno, anno di costruzione',
    }),
    equipmentList: listOf(EQUIPMENT, {
      label: 'Equipment',
      headings: 'equipment, Ausrüstung, Ausstattung, équipement, équipements, equipaggiamento, dotazione',
    }),
    /** Pilots that this aircraft needs at least; null where the type says it. */
    minFlightCrew: whole({
      min: 1,
      max: 4,
      shown: 'minFlightCrew',
      asks: { create: 'Of the type where absent.' },
      label: 'Pilots needed',
      headings: 'min crew, minimum crew, Mindestbesatzung, équipage minimum, equipaggio minimo',
    }),
    cabinNote: text({
      most: 2000,
      lines: 'several',
      label: 'Note on the cabin',
      headings: 'cabin, Kabine, cabine, cabina',
    }),
    luggageM3: decimal({
      min: 0,
      max: 2_000,
      label: 'Luggage in m³',
      headings: 'luggage, baggage, Gepäck, Gepäckraum, bagages, soute, bagagli, bagagliaio',
    }),
    insuredLiability: money({}),
    status: oneOf(AIRCRAFT_STATUS, { required: true, written: 'update', initial: 'ACTIVE', shown: 'status' }),
    /** The blocks that ground it, kept with it so that its status takes no second statement. */
    groundingList: values<Grounding>()({ written: 'never', shown: 'status' }),
    /** Summed from closed flights. */
    airframeMinutes: whole({
      min: 0,
      max: 20_000_000,
      written: 'create',
      initial: 0,
      shown: 'hours',
      asks: 'What it has flown when it joins.',
      headings: '',
    }),
    cycles: whole({
      min: 0,
      max: 1_000_000,
      written: 'create',
      initial: 0,
      shown: 'hours',
      headings: 'landings, Zyklen, Landungen, atterrissages, cicli, atterraggi',
    }),
    hoursAsOf: time({ required: true, written: 'never', shown: 'hours' }),
  },
  order: { field: 'registration' },
  filters: {
    aircraftIdList: byId,
    registration: equal('registration', { isIndexed: true }),
    acftTypeId: equal('acftTypeId'),
    /** A designator matches every type that shares it. */
    iCAO: joined('texts', { given: 'text', says: 'Type designator.' }),
    base: equal('baseId'),
    status: joined('wordsNow', { words: AIRCRAFT_STATUS }),
    minSeats: atLeast('seatCount'),
  },
  // A marketplace and a handler with aircraft:read see the whole fleet.
  visible: { aircraft: own('aircraftId'), buyer: 'joined', provider: 'all', person: 'joined' },
  one: 'One aircraft.',
  list: 'The fleet by registration.',
  create: 'Adds an aircraft to the fleet. Not for a key limited to some aircraft, which would not see it.',
  update: 'Changes an aircraft; what hits planned flights is warned of. What is absent stays, null clears.',
  delete: false,
  patch:
    'status AOG or MAINTENANCE opens such a block from now with an estimated end in 24 h; ACTIVE ends the AOG or MAINTENANCE block of now.',
})

export type Aircraft = RecordOf<typeof AIRCRAFT_RECORD>

/** AOG before MAINTENANCE, where both cover the time. */
export const statusAt = (
  { status, groundingList }: Pick<Aircraft, 'status' | 'groundingList'>,
  now: number,
): AircraftStatus => {
  if (status !== 'ACTIVE') return status
  const covering = groundingList.filter((block) => block.from <= now && now < endOf(block, now))
  return GROUNDING_REASONS.find((reason) => covering.some((block) => block.reason === reason)) ?? 'ACTIVE'
}

/** What a flight adds to the hours of its aircraft once it is closed. */
export interface CountedHours {
  readonly minutes: number
  readonly cycles: number
  readonly onBlock: number
}

/** The new hours, or null where none changed. `asOf` never moves back: an older flight may be closed later. */
export const withHours = (
  { airframeMinutes, cycles, hoursAsOf }: Aircraft,
  before: CountedHours,
  after: CountedHours,
): Pick<Aircraft, 'airframeMinutes' | 'cycles' | 'hoursAsOf'> | null => {
  const next = {
    airframeMinutes: airframeMinutes + after.minutes - before.minutes,
    cycles: cycles + after.cycles - before.cycles,
    hoursAsOf: Math.max(hoursAsOf, after.onBlock),
  }
  const isSame = next.airframeMinutes === airframeMinutes && next.cycles === cycles && next.hoursAsOf === hoursAsOf
  return isSame ? null : next
}
