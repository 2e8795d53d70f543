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

const entry = (
  iCAO: string,
  seats: number,
  rangeNm: number,
  cruiseKt: number,
  mtowKg: number,
  fuelKgPerHour: number,
): FleetEntry => ({ iCAO, seats, rangeNm, cruiseKt, mtowKg, fuelKgPerHour })

const PC24 = entry('PC24', 8, 1800, 420, 8300, 420)
const C56X = entry('C56X', 9, 1800, 430, 9160, 550)
const C68A = entry('C68A', 9, 2700, 440, 13950, 700)
const CL35 = entry('CL35', 10, 3200, 460, 18400, 900)
const F2TH = entry('F2TH', 10, 3350, 460, 18800, 900)
const GLEX = entry('GLEX', 14, 6000, 490, 45100, 1500)
const GLF6 = entry('GLF6', 16, 6900, 490, 45200, 1500)
const E55P = entry('E55P', 8, 1950, 440, 8300, 450)

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
