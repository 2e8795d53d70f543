/** Reads the legs that somebody asks for: airports by their codes, windows in UTC. */
import { DAY_MS } from '../../../domain/interval.ts'
import { type KeptLeg, readWindow, type WindowInput } from '../../../domain/operations/sales/requested-leg.ts'
import { MAX_REQUESTED_LEGS } from '../../../domain/operations/sales/sales-limits.ts'
import { type Problem, textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { airportOf } from '../../reference/airport-code.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import type { Given } from '../desk.ts'

export interface RequestedLegInput extends WindowInput {
  readonly adep: string
  readonly ades: string
  readonly isArrival?: Given<boolean>
  readonly paxCount: number
  readonly luggageCount?: Given<number>
  readonly luggageNote?: Given<string>
  readonly petCount?: Given<number>
  readonly note?: Given<string>
}

const MOST = { paxCount: 900, luggageCount: 1_000, petCount: 50 } as const
const MAX_DAYS_OF_TRIP = 60

const problemsOf = (leg: RequestedLegInput): Problem[] => [
  ...(Object.keys(MOST) as (keyof typeof MOST)[]).flatMap((name) => {
    const count = leg[name] ?? 0
    return count >= 0 && count <= MOST[name] ? [] : [{ path: [name], message: `${name} is from 0 to ${MOST[name]}` }]
  }),
  ...textProblems(['luggageNote'], leg.luggageNote ?? null, { most: 500 }),
  ...textProblems(['note'], leg.note ?? null, { most: 1000, severalLines: true }),
]

const requestedLeg = (reference: ReferenceSnapshot, given: RequestedLegInput, path: readonly string[]): KeptLeg => {
  const adep = airportOf(reference, given.adep, [...path, 'adep'])
  const ades = airportOf(reference, given.ades, [...path, 'ades'])
  if (adep.airportId === ades.airportId) {
    throw userError('VALIDATION', 'A leg leads to another airport than it begins at', [...path, 'ades'])
  }
  const isArrival = given.isArrival ?? false
  const window = readWindow(given, (isArrival ? ades : adep).timezone)
  if (typeof window === 'string') throw userError('VALIDATION', window, path)
  refuseProblems(problemsOf(given), path)
  return {
    adepId: adep.airportId,
    adesId: ades.airportId,
    isArrival,
    isDateOnly: typeof given.date === 'string',
    paxCount: given.paxCount,
    luggageCount: given.luggageCount ?? null,
    luggageNote: given.luggageNote ?? null,
    petCount: given.petCount ?? 0,
    note: given.note ?? null,
    ...window,
  }
}

/** Windows may overlap, but a leg cannot be over before the one before it begins. */
const refuseDisorder = (legs: readonly KeptLeg[], path: readonly string[]): void => {
  const early = legs.findIndex(({ to }, index) => to <= (legs[index - 1]?.from ?? -Infinity))
  if (early === -1) return
  throw userError('TIME_ORDER', 'A leg comes after the one before it: name them in their order', [
    ...path,
    String(early),
  ])
}

/** What is wrong is told by the path of the leg. */
export const requestedLegs = (
  reference: ReferenceSnapshot,
  list: readonly RequestedLegInput[],
  path: readonly string[],
): KeptLeg[] => {
  if (list.length < 1 || list.length > MAX_REQUESTED_LEGS) {
    throw userError('VALIDATION', `Name 1 to ${MAX_REQUESTED_LEGS} legs`, path)
  }
  const legs = list.map((leg, index) => requestedLeg(reference, leg, [...path, String(index)]))
  const span = Math.max(...legs.map(({ to }) => to)) - Math.min(...legs.map(({ from }) => from))
  if (span > MAX_DAYS_OF_TRIP * DAY_MS) {
    throw userError('VALIDATION', `The legs lie within ${MAX_DAYS_OF_TRIP} days`, path)
  }
  refuseDisorder(legs, path)
  return legs
}
