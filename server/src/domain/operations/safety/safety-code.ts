/** Codes that reports are sorted by: lists of public values, which the operator extends with its own (data §11.4). */
import { enumeration } from '../../records/field.ts'

const SAFETY_CODE_LISTS = [
  'CATEGORY',
  'CAUSE',
  'DAMAGE',
  'EVENT_TYPE',
  'INJURY',
  'OCCURRENCE_CLASS',
  'OWN',
  'PHASE',
] as const
export type SafetyCodeList = (typeof SAFETY_CODE_LISTS)[number]

export const SAFETY_CODE_LIST = enumeration('SafetyCodeList', SAFETY_CODE_LISTS)

/** As a report names it. */
export interface CodeName {
  readonly list: SafetyCodeList
  readonly code: string
}

export interface SafetyCode extends CodeName {
  readonly label: string
  readonly isOwn: boolean
  /** What is not active stays on reports and is given to none any more. */
  readonly isActive: boolean
}

/** `CODE label`, a line each. Categories and phases are those of the CAST/ICAO Common Taxonomy Team. */
const PUBLIC: Readonly<Record<Exclude<SafetyCodeList, 'OWN'>, string>> = {
  CATEGORY: `ADRM Aerodrome
    AMAN Abrupt manoeuvre
    ARC Abnormal runway contact
    ATM Air traffic management or navigation
    BIRD Bird strike
    CABIN Cabin safety
    CFIT Controlled flight into terrain
    CTOL Collision with obstacles on take-off or landing
    EVAC Evacuation
    F-NI Fire or smoke, no impact
    F-POST Fire or smoke after impact
    FUEL Fuel related
    GCOL Ground collision
    ICE Icing
    LALT Low altitude operations
    LOC-G Loss of control on the ground
    LOC-I Loss of control in flight
    MAC Airprox or mid-air collision
    MED Medical
    NAV Navigation error
    OTHR Other
    RAMP Ground handling
    RE Runway excursion
    RI Runway incursion
    SCF-NP System failure, not of the powerplant
    SCF-PP Powerplant failure
    SEC Security
    TURB Turbulence
    UIMC Unintended flight in instrument conditions
    UNK Unknown
    USOS Undershoot or overshoot
    WILD Wildlife
    WSTRW Wind shear or thunderstorm`,
  CAUSE: `COMMUNICATION Communication
    ENVIRONMENT Environment
    EQUIPMENT Equipment
    FATIGUE Fatigue
    MAINTENANCE Maintenance
    ORGANISATION Organisation
    PROCEDURE Procedure
    ROSTERING Rostering
    THIRD_PARTY Third party
    TRAINING Training
    WORKLOAD Workload`,
  DAMAGE: `DESTROYED Destroyed
    MINOR Minor
    NONE None
    SUBSTANTIAL Substantial
    UNKNOWN Unknown`,
  EVENT_TYPE: `AIRCRAFT Aircraft
    CONSEQUENTIAL Consequential event
    EQUIPMENT Equipment
    OPERATIONAL Operation of the aircraft
    ORGANISATIONAL Organisation
    PERSONNEL Personnel`,
  INJURY: `FATAL Fatal
    MINOR Minor
    NONE None
    SERIOUS Serious
    UNKNOWN Unknown`,
  OCCURRENCE_CLASS: `ACCIDENT Accident
    INCIDENT Incident
    NO_EFFECT Occurrence without safety effect
    OBSERVATION Observation
    SERIOUS_INCIDENT Serious incident`,
  PHASE: `APR Approach
    EMG Emergency descent
    ENR En route
    ICL Initial climb
    LDG Landing
    MNV Manoeuvring
    PBT Push-back or towing
    PIM Post-impact
    STD Standing
    TOF Take-off
    TXI Taxi
    UND Uncontrolled descent
    UNK Unknown`,
}

const codeOf = (list: SafetyCodeList, line: string): SafetyCode => {
  const [code = '', ...words] = line.trim().split(' ')
  return { list, code, label: words.join(' '), isOwn: false, isActive: true }
}

export const PUBLIC_CODES: readonly SafetyCode[] = Object.entries(PUBLIC).flatMap(([list, lines]) =>
  lines.split('\n').map((line) => codeOf(list as SafetyCodeList, line)),
)

export const CODE_SHAPE = /^[A-Z0-9][A-Z0-9_-]{0,29}$/

export const MAX_OWN_CODES = 500

export const isSameCode = (a: CodeName, b: CodeName): boolean => a.list === b.list && a.code === b.code
