/** The applications that the demo's operators have connected, and two that they could: made up, each with its habits. */
import type { ApplicationKind } from '../domain/scopes.ts'
import type { UsePlan } from './use-history.ts'

export interface DemoAddOn {
  readonly name: string
  readonly kind: ApplicationKind
  readonly provider: string
  readonly website: string
  readonly description: string
  readonly scope: string
  /** Null where nobody has connected it. */
  readonly connected: { readonly daysAgo: number; readonly activeTokens: number; readonly use: UsePlan | null } | null
  readonly inProduction: boolean
}

export const DEMO_ADD_ONS: readonly DemoAddOn[] = [
  {
    name: 'Skylog',
    kind: 'electronic-flight-bag',
    provider: 'Skylog GmbH, Zürich',
    website: 'https://skylog.example',
    description: 'Flights, documents and journey logs on the tablets of the crew.',
    scope: 'flight:read aircraft:read crew:read document:read document:write movement:write log:write',
    inProduction: true,
    connected: {
      daysAgo: 61,
      activeTokens: 37,
      use: {
        requestsPerHour: 58,
        requestsPerToken: 24,
        refusedShare: 0.012,
        throttledShare: 0,
        failedShare: 0.002,
        scopes: {
          'flight:read': 0.8,
          'aircraft:read': 0.3,
          'document:read': 0.1,
          'movement:write': 0.06,
          'log:write': 0.03,
        },
        read: { FLIGHT: 3.5, AIRCRAFT: 0.9, JOURNEY_LOG: 0.05 },
        written: { FLIGHT: 0.06, JOURNEY_LOG: 0.03 },
        operations: ['DayFlights', 'Fleet', 'FlightDetail', 'ReportMovement', 'Documents'],
      },
    },
  },
  {
    name: 'JetMatch',
    kind: 'marketplace',
    provider: 'JetMatch SAS, Paris',
    website: 'https://jetmatch.example',
    description: 'Offers free aircraft to brokers and brings back charter requests.',
    scope: 'availability:read sales:read sales:write aircraft:read',
    inProduction: true,
    connected: {
      daysAgo: 88,
      activeTokens: 412,
      use: {
        requestsPerHour: 340,
        requestsPerToken: 1.1,
        refusedShare: 0.004,
        throttledShare: 0.043,
        failedShare: 0.003,
        scopes: { 'availability:read': 0.9, 'sales:read': 0.2, 'aircraft:read': 0.4, 'sales:write': 0.01 },
        read: { EMPTY_LEG: 6, AIRCRAFT: 1.4, CHARTER_REQUEST: 0.4 },
        written: { CHARTER_REQUEST: 0.01 },
        operations: ['Availability', 'EmptyLegs', 'Fleet', 'Requests'],
      },
    },
  },
  {
    name: 'Fuelline',
    kind: 'flight-support',
    provider: 'Fuelline Ltd, Dublin',
    website: 'https://fuelline.example',
    description: 'Answers fuel and handling requests at 900 airports.',
    scope: 'service:read service:write flight:read aircraft:read document:read',
    inProduction: true,
    connected: {
      daysAgo: 34,
      activeTokens: 11,
      use: {
        requestsPerHour: 16,
        requestsPerToken: 9,
        refusedShare: 0.03,
        throttledShare: 0,
        failedShare: 0.06,
        scopes: { 'service:read': 0.7, 'flight:read': 0.5, 'service:write': 0.1 },
        read: { SERVICE_REQUEST: 2.2, FLIGHT: 0.8 },
        written: { SERVICE_REQUEST: 0.1 },
        operations: ['OpenRequests', 'AnswerRequest', 'FlightOfRequest'],
      },
    },
  },
  {
    name: 'SlotDesk',
    kind: 'other',
    provider: 'SlotDesk AB, Stockholm',
    website: 'https://slotdesk.example',
    description: 'Watches airport slots against the schedule.',
    scope: 'flight:read',
    inProduction: true,
    connected: { daysAgo: 22, activeTokens: 0, use: null },
  },
  {
    name: 'Tailwind Quotes',
    kind: 'marketplace',
    provider: 'Tailwind Inc., Boston',
    website: 'https://tailwind.example',
    description: 'Answers charter requests from your price rules, within the minute.',
    scope: 'sales:read sales:write availability:read',
    inProduction: true,
    connected: null,
  },
  {
    name: 'RampReady',
    kind: 'flight-support',
    provider: 'RampReady SL, Madrid',
    website: 'https://rampready.example',
    description: 'Handling confirmed from the ramp.',
    scope: 'service:read service:write',
    inProduction: false,
    connected: null,
  },
]

/** What the demo's own key does: a wallboard that asks every minute. */
export const DEMO_KEY_USE: UsePlan = {
  requestsPerHour: 60,
  requestsPerToken: 30,
  refusedShare: 0.001,
  throttledShare: 0,
  failedShare: 0.001,
  scopes: { 'flight:read': 0.9, 'aircraft:read': 0.3, 'crew:read': 0.1 },
  read: { FLIGHT: 12, AIRCRAFT: 2 },
  written: {},
  operations: ['Wallboard', 'Fleet'],
}
