/** The demo's API keys: a wallboard, a nightly export, a tablet in the hangar, and a forgotten one. */
import { isOffered, isPersonalScope, SCOPES, scopeEntry } from '../../domain/scopes.ts'
import { ALWAYS, EVERY_MORNING, type UsePlan, WORKING_DAY } from './use-plan.ts'

export interface DemoKey {
  readonly label: string
  readonly scope: string
  readonly madeDaysAgo: number
  /** The last use, in days before now. */
  readonly usedUntilDaysAgo: number
  readonly expiresInDays: number | null
  /** How many of the operator's aircraft it is limited to; null for all. */
  readonly aircraftCount: number | null
  readonly use: UsePlan
}

/**
 * Everything of the demo that a key can see: whoever starts it copies this key into the first query, whatever that is
 * about. Who sent a safety report in confidence is shown to no wallboard.
 */
const SEEN = SCOPES.filter(
  (scope) =>
    isOffered(scope) &&
    !isPersonalScope(scope) &&
    scopeEntry(scope).access === 'read' &&
    scope !== 'safety:reporter:read',
)

/** The demo's main key, which is printed at start: a wallboard that queries every minute. */
export const DEMO_KEY: DemoKey = {
  label: 'Demo key',
  scope: `${SEEN.join(' ')} aircraft:write flight:write movement:write passenger:write crew:write contact:write sales:write service:write document:write`,
  madeDaysAgo: 95.2,
  usedUntilDaysAgo: 0,
  expiresInDays: null,
  aircraftCount: null,
  use: {
    requestsPerHour: 60,
    requestsPerToken: 30,
    busyness: ALWAYS,
    refused: { name: 'DeferDefect', lacks: 'log:write', share: 0.001 },
    failedShare: 0.0005,
    badDays: 0.05,
    operations: [
      { name: 'Wallboard', share: 0.9, scopes: ['flight:read', 'aircraft:read'], read: { FLIGHT: 12, AIRCRAFT: 2 } },
      { name: 'Duties', share: 0.1, scopes: ['crew:read'], read: { CREW_MEMBER: 8, DUTY: 8 } },
    ],
  },
}

export const OTHER_DEMO_KEYS: readonly DemoKey[] = [
  {
    label: 'Old wallboard',
    scope: 'aircraft:read flight:read',
    madeDaysAgo: 109.6,
    usedUntilDaysAgo: 41,
    expiresInDays: null,
    aircraftCount: null,
    use: {
      ...DEMO_KEY.use,
      operations: [
        { name: 'Board', share: 1, scopes: ['flight:read', 'aircraft:read'], read: { FLIGHT: 12, AIRCRAFT: 2 } },
      ],
    },
  },
  {
    label: 'Accounting export',
    scope: 'flight:read passenger:read contact:read contact:write',
    madeDaysAgo: 71.7,
    usedUntilDaysAgo: 0,
    expiresInDays: 46,
    aircraftCount: null,
    use: {
      requestsPerHour: 48,
      requestsPerToken: 48,
      busyness: EVERY_MORNING,
      refused: { name: 'Prices', lacks: 'sales:read', share: 0 },
      failedShare: 0,
      badDays: 0,
      operations: [
        { name: 'FlownYesterday', share: 0.7, scopes: ['flight:read'], read: { FLIGHT: 5 } },
        { name: 'Customers', share: 0.3, scopes: ['contact:read'], read: { CONTACT: 20 } },
      ],
    },
  },
  {
    label: 'Hangar tablet',
    scope: 'aircraft:read aircraft:write flight:read',
    madeDaysAgo: 49.8,
    usedUntilDaysAgo: 0,
    expiresInDays: null,
    aircraftCount: 2,
    use: {
      requestsPerHour: 9,
      requestsPerToken: 4,
      busyness: WORKING_DAY,
      refused: { name: 'CrewOfFlight', lacks: 'crew:read', share: 0.01 },
      failedShare: 0,
      badDays: 0,
      operations: [
        { name: 'MyAircraft', share: 0.7, scopes: ['aircraft:read'], read: { AIRCRAFT: 2 } },
        { name: 'NextFlights', share: 0.25, scopes: ['flight:read'], read: { FLIGHT: 4 } },
        { name: 'BlockAircraft', share: 0.05, scopes: ['aircraft:write'], written: { AIRCRAFT: 1 } },
      ],
    },
  },
]
