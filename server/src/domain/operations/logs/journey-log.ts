/**
 * The journey log of a flight, in the particulars of AMC1 ORO.MLR.110. It owns no times: a draft has those of its flight
 * and follows them, the commander's signature freezes them. A correction after that opens the next revision (data §10).
 */
import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { anyText, day, idOf, oneOf, text, time, value, values, whole } from '../../records/fields.ts'
import { among, byId, joined } from '../../records/filter.ts'
import { FLIGHT_KIND } from '../flights/flight.ts'
import type { FuelRecord } from '../movement/fuel.ts'
import type { FuelUplift } from '../movement/fuel-uplift.ts'
import type { MovementTimes } from '../movement/times.ts'
import type { LogCrew, LogMovements } from './log-crew.ts'
import type { Signature } from './signature.ts'

const LOG_STATUS = enumeration(
  'LogStatus',
  ['AMENDED', 'DRAFT', 'SIGNED'],
  'A DRAFT becomes SIGNED; amending makes the signed one AMENDED, keeps it, and opens the next revision as DRAFT.',
)

/** What the flight's record of fuel was. */
export interface LogFuel {
  readonly fuel: FuelRecord
  readonly upliftList: readonly FuelUplift[]
}

const MAX_KG = 200_000
const MAX_OIL_ML = 1_000_000
const MAX_PAX = 900
const MAX_MINUTES = 1440

export const JOURNEY_LOG_RECORD = record('JourneyLog', {
  file: 'domain/operations/logs/journey-log.ts',
  entity: 'JOURNEY_LOG',
  noun: 'journey log',
  calledBy: ['flightNo'],
  listed: ['date', 'registration', 'departure', 'arrival', 'status', 'revision'],
  says: 'The journey log of a flight. A draft follows its flight’s times, places and crew; the signature freezes them.',
  id: { field: 'journeyLogId', prefix: 'jlg' },
  read: 'log:read',
  write: 'log:write',
  names: { create: 'journeyLogSave' },
  fields: {
    flightId: idOf('Flight', { required: true, written: 'create', parent: 'input' }),
    flightNo: anyText({ required: true, written: 'never', label: 'Flight' }),
    aircraftId: idOf('Aircraft', { required: true, written: 'never' }),
    status: oneOf(LOG_STATUS, { written: 'never', initial: 'DRAFT' }),
    revision: whole({ written: 'never', initial: 1 }),
    amendReason: anyText({ written: 'never', says: 'Why there is a revision after the first.' }),
    registration: anyText({ required: true, written: 'never' }),
    acftType: anyText({ as: 'acftICAO', required: true, written: 'never', label: 'Type' }),
    date: day({ required: true, written: 'never', says: 'Of the off-block time, in UTC.' }),
    /** Orders the logs. */
    at: time({ required: true, written: 'never', shown: null }),
    nature: oneOf(FLIGHT_KIND, { required: true, written: 'never' }),
    departure: anyText({ as: 'departureICAO', required: true, written: 'never', label: 'From' }),
    arrival: anyText({ as: 'arrivalICAO', required: true, written: 'never', label: 'To' }),
    times: value<MovementTimes>()({ required: true, written: 'never', shown: 'times' }),
    blockMinutes: whole({ written: 'never' }),
    airborneMinutes: whole({ written: 'never' }),
    crewList: values<LogCrew>()({ written: 'never', shown: 'crewList' }),
    /** Take-offs and landings as somebody said them; those of the flight's pilot flying where nobody did. */
    movementList: values<LogMovements>()({ written: 'never', shown: 'crewList' }),
    paxAboard: whole({ min: 0, max: MAX_PAX, shown: 'paxAboard', asks: 'The flight’s count where absent.' }),
    paxOfFlight: whole({ written: 'never', initial: 0, shown: 'paxAboard' }),
    fuel: value<LogFuel>()({ written: 'never', shown: 'fuel' }),
    baggageKg: whole({ min: 0, max: MAX_KG, label: 'Baggage, kg' }),
    cargoKg: whole({ min: 0, max: MAX_KG, label: 'Cargo, kg' }),
    oilAddedMl: whole({ min: 0, max: MAX_OIL_ML, label: 'Oil added, ml' }),
    deicingFluid: text({ most: 100, label: 'De-icing fluid' }),
    deicingAt: time({ label: 'De-iced at' }),
    nightMinutes: whole({ written: 'never', says: 'Computed from positions and sun.' }),
    ifrMinutes: whole({
      min: 0,
      max: MAX_MINUTES,
      shown: 'ifrMinutes',
      asks: 'All of an IFR flight, none of another, where absent.',
    }),
    ifrOfFlight: whole({ written: 'never', shown: 'ifrMinutes' }),
    incidents: text({ most: 4000, lines: 'several' }),
    observations: text({ most: 4000, lines: 'several' }),
    /** In which values the flight is another one than what was signed. */
    differenceList: values<string>()({ written: 'never', shown: 'warningList' }),
    signature: value<Signature>()({ written: 'never', shown: 'signature' }),
  },
  order: { field: 'at' },
  filters: {
    journeyLogIdList: byId,
    flightIdList: among('flightId', { isIndexed: true, findsFew: true }),
    aircraftIdList: among('aircraftId'),
    interval: joined('interval', { isIndexed: true, keepsOrder: true, maxDays: 4000, says: 'By the off-block time.' }),
    statusList: among('status'),
  },
  filtersAs: 'required',
  visible: { aircraft: own('aircraftId'), buyer: 'none', provider: 'none', person: 'none' },
  one: 'One journey log.',
  list: 'Journey logs by off-block.',
  create: false,
  update: false,
  delete: false,
})

export type JourneyLog = RecordOf<typeof JOURNEY_LOG_RECORD>

export const paxAboardOf = ({ paxAboard, paxOfFlight }: Pick<JourneyLog, 'paxAboard' | 'paxOfFlight'>): number =>
  paxAboard ?? paxOfFlight

export const ifrMinutesOf = ({ ifrMinutes, ifrOfFlight }: Pick<JourneyLog, 'ifrMinutes' | 'ifrOfFlight'>) =>
  ifrMinutes ?? ifrOfFlight
