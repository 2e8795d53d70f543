/** How the applications of the demo's providers use the API: the evidence that support judges them by. */
import { ALWAYS, type UsePlan, WORKING_DAY } from '../data/use-plan.ts'

const FLIGHTS = { name: 'TodaysVisits', share: 0.8, scopes: ['flight:read'], read: { FLIGHT: 4 } } as const
const FLEET = { name: 'Fleet', share: 0.2, scopes: ['aircraft:read'], read: { AIRCRAFT: 6 } } as const

/** Tokens are reused, little fails, and every scope is used: nothing is left to ask. */
export const CAREFUL_USE: UsePlan = {
  requestsPerHour: 48,
  requestsPerToken: 40,
  busyness: WORKING_DAY,
  refused: { name: 'CrewOnBoard', lacks: 'crew:read', share: 0.002 },
  failedShare: 0.001,
  badDays: 0.05,
  operations: [FLIGHTS, FLEET],
}

/** As careful, but one of its scopes is never used. */
export const NARROW_USE: UsePlan = { ...CAREFUL_USE, requestsPerHour: 36, operations: [{ ...FLIGHTS, share: 1 }] }

/** A token for nearly every request. */
export const WASTEFUL_USE: UsePlan = { ...CAREFUL_USE, requestsPerHour: 9, requestsPerToken: 1.1 }

/** One request in twelve asks for what the scopes do not give. */
export const FAILING_USE: UsePlan = {
  ...CAREFUL_USE,
  requestsPerHour: 30,
  refused: { name: 'PassengersOfVisit', lacks: 'passenger:read', share: 0.08 },
  failedShare: 0.006,
}

/** Rosters, around the clock. */
export const ROSTER_USE: UsePlan = {
  ...CAREFUL_USE,
  busyness: ALWAYS,
  refused: { name: 'Sales', lacks: 'sales:read', share: 0.001 },
  operations: [
    { name: 'DutiesOfWeek', share: 0.7, scopes: ['crew:read'], read: { CREW_MEMBER: 8, DUTY: 20 } },
    { name: 'LegsOfDuty', share: 0.3, scopes: ['crew:read', 'flight:read'], read: { FLIGHT: 6 } },
  ],
}

/** A pilot's own roster, some times a day. */
export const LOGBOOK_USE: UsePlan = {
  ...CAREFUL_USE,
  requestsPerHour: 3,
  refused: { name: 'MySafetyReports', lacks: 'own:safety', share: 0.03 },
  operations: [{ name: 'MyDuties', share: 1, scopes: ['own:profile', 'own:roster'], read: { DUTY: 4 } }],
}
