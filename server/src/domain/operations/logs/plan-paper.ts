/** What a commander reads on our page before they accept an operational flight plan. */
import { dayInWords } from '../../day-in-words.ts'
import type { FlightPlan } from '../flights/operational-plan.ts'
import type { Paper, PaperLine } from './paper.ts'

const grouped = (amount: number): string => String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',')

const minute = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}Z`

const fuelLine = ({ fuelUnit }: FlightPlan, label: string, amount: number | null): PaperLine => ({
  label,
  text: amount === null ? null : `${grouped(amount)} ${fuelUnit.toLowerCase()}`,
})

const massLine = (label: string, kg: number | null, most: number | null): PaperLine => ({
  label,
  text: kg === null ? null : `${grouped(kg)} kg${most === null ? '' : `, at most ${grouped(most)} kg`}`,
})

const linesOf = (plan: FlightPlan, registration: string): PaperLine[] => [
  { label: 'Aircraft', text: registration },
  { label: 'Route', text: plan.route },
  { label: 'Levels', text: plan.levels },
  { label: 'Cruise', text: plan.cruise },
  { label: 'Alternates', text: plan.placeList.slice(2).join(', ') || null },
  fuelLine(plan, 'Taxi', plan.taxiFuel),
  fuelLine(plan, 'Trip', plan.tripFuel),
  fuelLine(plan, 'Contingency', plan.contingencyFuel),
  fuelLine(plan, 'Alternate', plan.alternateFuel),
  fuelLine(plan, 'Final reserve', plan.finalReserveFuel),
  fuelLine(plan, 'Additional', plan.additionalFuel),
  fuelLine(plan, 'Extra', plan.extraFuel),
  fuelLine(plan, 'Block fuel', plan.blockFuel),
  massLine('Payload', plan.payloadKg, plan.maxPayloadKg),
  massLine('Zero fuel mass', plan.zeroFuelKg, plan.maxZeroFuelKg),
  massLine('Take-off mass', plan.takeOffKg, plan.maxTakeOffKg),
  massLine('Landing mass', plan.landingKg, plan.maxLandingKg),
  { label: 'Computed', text: `${minute(plan.computedAt)} by ${plan.source}` },
]

export const paperOfPlan = (plan: FlightPlan, registration: string): Paper => ({
  question: `Accept the flight plan of ${plan.flightNo}?`,
  name: `Flight plan of ${plan.flightNo}, revision ${plan.revision}`,
  act: 'Accept',
  done: 'Accepted',
  heading: `${plan.placeList[0]} to ${plan.placeList[1]}`,
  day: dayInWords(plan.computedAt),
  note: 'As the planning system computed it; nothing of it is computed here.',
  timeList: [],
  lineList: linesOf(plan, registration),
  thenList: ['The operator sees that you accepted this revision. The next one asks anew'],
  notList: ['Release the flight', 'Sign the journey log'],
})
