/** The demo's operators: bases, fleets and destinations. */
export interface FleetEntry {
  readonly iCAO: string
  readonly seats: number
  readonly rangeNm: number
  readonly cruiseKt: number
  readonly mtowKg: number
  readonly fuelKgPerHour: number
}

export interface DemoOperator {
  readonly operatorId: string
  readonly name: string
  readonly iCAO: string
  readonly callsign: string
  readonly base: string
  readonly timezone: string
  readonly registrationPrefix: string
  /** The earliest hour, in UTC, at which a day's flying begins. */
  readonly morningUtcHour: number
  readonly aircraftCount: number
  readonly fleet: readonly FleetEntry[]
  readonly destinations: readonly string[]
  /** A route across the date line, leg by leg, for the second aircraft. */
  readonly acrossDateLine: readonly string[] | null
  readonly admin: readonly [string, string]
  readonly pilot: readonly [string, string]
}

const PC24: FleetEntry = { iCAO: 'PC24', seats: 8, rangeNm: 1800, cruiseKt: 420, mtowKg: 8300, fuelKgPerHour: 420 }
const C56X: FleetEntry = { iCAO: 'C56X', seats: 9, rangeNm: 1800, cruiseKt: 430, mtowKg: 9160, fuelKgPerHour: 550 }
const C68A: FleetEntry = { iCAO: 'C68A', seats: 9, rangeNm: 2700, cruiseKt: 440, mtowKg: 13950, fuelKgPerHour: 700 }
const CL35: FleetEntry = { iCAO: 'CL35', seats: 10, rangeNm: 3200, cruiseKt: 460, mtowKg: 18400, fuelKgPerHour: 900 }
const F2TH: FleetEntry = { iCAO: 'F2TH', seats: 10, rangeNm: 3350, cruiseKt: 460, mtowKg: 18800, fuelKgPerHour: 900 }
const GLEX: FleetEntry = { iCAO: 'GLEX', seats: 14, rangeNm: 6000, cruiseKt: 490, mtowKg: 45100, fuelKgPerHour: 1500 }
const GLF6: FleetEntry = { iCAO: 'GLF6', seats: 16, rangeNm: 6900, cruiseKt: 490, mtowKg: 45200, fuelKgPerHour: 1500 }
const E55P: FleetEntry = { iCAO: 'E55P', seats: 8, rangeNm: 1950, cruiseKt: 440, mtowKg: 8300, fuelKgPerHour: 450 }

const EUROPE = 'LFPB EGGW LFMN LSGG LEPA LIML EDDM LOWW LEMD LGAV EDDB EHAM LKPR ESSB LPPT LIRA EPWA EIDW LTFM'.split(
  ' ',
)
const AMERICA = 'KVNY KPBI KOPF KMDW KDAL KASE KBED KIAD KPDK KHPN KAPA KLAS KBNA KSDL KFLL CYYZ MYNN'.split(' ')

const ALPINE: DemoOperator = {
  operatorId: 'alpine',
  name: 'Alpine Jet',
  iCAO: 'ALP',
  callsign: 'ALPINE',
  base: 'LSZH',
  timezone: 'Europe/Zurich',
  registrationPrefix: 'HB-J',
  morningUtcHour: 6,
  aircraftCount: 6,
  fleet: [C68A, PC24, C56X, PC24, CL35, F2TH],
  destinations: EUROPE,
  acrossDateLine: null,
  admin: ['Anna', 'Keller'],
  pilot: ['Marc', 'Weber'],
}

const NORTHSEA: DemoOperator = {
  ...ALPINE,
  operatorId: 'northsea',
  name: 'Northsea Air',
  iCAO: 'NSA',
  callsign: 'NORTHSEA',
  base: 'EGLF',
  timezone: 'Europe/London',
  registrationPrefix: 'G-N',
  aircraftCount: 9,
  fleet: [CL35, E55P, C56X, C68A, GLEX],
  destinations: [...EUROPE, 'EGPH', 'ENGM', 'EKCH', 'EGJJ'],
  admin: ['Olivia', 'Grant'],
  pilot: ['James', 'Reid'],
}

const LIBERTY: DemoOperator = {
  ...ALPINE,
  operatorId: 'liberty',
  name: 'Liberty Aviation',
  iCAO: 'LBY',
  callsign: 'LIBERTY',
  base: 'KTEB',
  timezone: 'America/New_York',
  registrationPrefix: 'N5',
  morningUtcHour: 12,
  aircraftCount: 12,
  fleet: [CL35, GLF6, E55P, C56X, C68A, GLEX],
  destinations: AMERICA,
  acrossDateLine: ['KTEB', 'PANC', 'RJTT', 'PANC', 'KTEB'],
  admin: ['Grace', 'Miller'],
  pilot: ['Daniel', 'Cooper'],
}

const EMPTY: DemoOperator = {
  ...ALPINE,
  operatorId: 'empty',
  name: 'Empty Wings',
  iCAO: 'EMW',
  callsign: 'EMPTY',
  base: 'LOWW',
  timezone: 'Europe/Vienna',
  registrationPrefix: 'OE-E',
  aircraftCount: 0,
  admin: ['Eva', 'Gruber'],
  pilot: ['Paul', 'Huber'],
}

const LOAD: DemoOperator = {
  ...ALPINE,
  operatorId: 'load',
  name: 'Load Fleet',
  iCAO: 'LDF',
  callsign: 'LOADFLEET',
  base: 'EDDF',
  timezone: 'Europe/Berlin',
  registrationPrefix: 'D-L',
  aircraftCount: 200,
  fleet: [C56X, PC24, C68A, CL35, E55P, F2TH],
  admin: ['Lena', 'Brandt'],
  pilot: ['Jonas', 'Vogel'],
}

export const DEMO_OPERATORS: readonly DemoOperator[] = [ALPINE, NORTHSEA, LIBERTY, EMPTY]

/** Two hundred aircraft; created only on request. */
export const LOAD_OPERATOR = LOAD

export const demoOperator = (operatorId: string): DemoOperator | undefined =>
  [...DEMO_OPERATORS, LOAD].find((operator) => operator.operatorId === operatorId)
