/** Who is aboard and what they weigh: child or infant, weight and baggage of each, and their sums (data §3.8). */
import type { Problem } from '../../problem.ts'
import { enumeration } from '../../records/field.ts'

const PASSENGER_AGES = ['ADULT', 'CHILD', 'INFANT'] as const
export type PassengerAge = (typeof PASSENGER_AGES)[number]

export const PASSENGER_AGE = enumeration(
  'PassengerAge',
  PASSENGER_AGES,
  'An INFANT travels on somebody’s lap and takes no seat; one with a seat of its own is a CHILD.',
)

/** What is told of one passenger of one flight. */
export interface PassengerLoad {
  readonly age: PassengerAge
  readonly weightKg: number | null
  readonly baggageKg: number | null
  readonly baggageCount: number | null
}

export const UNTOLD_LOAD: PassengerLoad = { age: 'ADULT', weightKg: null, baggageKg: null, baggageCount: null }

const BOUNDS = {
  weightKg: { min: 1, max: 400 },
  baggageKg: { min: 0, max: 1000 },
  baggageCount: { min: 0, max: 100 },
} as const

type Measure = keyof typeof BOUNDS
const MEASURES = Object.keys(BOUNDS) as Measure[]

export const loadProblems = (load: PassengerLoad): Problem[] =>
  MEASURES.flatMap((measure) => {
    const { min, max } = BOUNDS[measure]
    const told = load[measure]
    const isFine = told === null || (told >= min && told <= max)
    return isFine ? [] : [{ path: [measure], message: `${measure} is from ${min} to ${max}` }]
  })

/** The sums of a flight. They stay when a person is erased. */
export interface FlightLoad extends Readonly<Record<Measure, number | null>> {
  readonly child: number
  readonly infant: number
  /** How many of those who travel have their weight told. */
  readonly weighed: number
}

/** Null where nobody told it. */
const sumOf = (list: readonly PassengerLoad[], measure: Measure): number | null => {
  const told = list.flatMap((each) => each[measure] ?? [])
  return told.length === 0 ? null : told.reduce((sum, each) => sum + each, 0)
}

/** Nobody weighs anything who did not show up. */
export const flightLoad = (list: readonly (PassengerLoad & { readonly isNoShow: boolean })[]): FlightLoad => {
  const travelling = list.filter(({ isNoShow }) => !isNoShow)
  return {
    child: list.filter(({ age }) => age === 'CHILD').length,
    infant: list.filter(({ age }) => age === 'INFANT').length,
    weightKg: sumOf(travelling, 'weightKg'),
    weighed: travelling.filter(({ weightKg }) => weightKg !== null).length,
    baggageKg: sumOf(travelling, 'baggageKg'),
    baggageCount: sumOf(travelling, 'baggageCount'),
  }
}

/** Infants take no seat. */
export const seatsTaken = ({
  paxTotal,
  load,
}: {
  readonly paxTotal: number
  readonly load: FlightLoad | null
}): number => Math.max(0, paxTotal - (load?.infant ?? 0))
