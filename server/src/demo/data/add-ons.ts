/** The applications that the demo's operators have connected, and two that they could: made up, each with its habits. */
import type { ApplicationKind } from '../../domain/scopes.ts'
import { ALWAYS, type UsePlan, WORKING_DAY } from './use-plan.ts'

export interface DemoAddOn {
  readonly name: string
  readonly kind: ApplicationKind
  readonly provider: string
  readonly website: string
  readonly description: string
  readonly scope: string
  /** Null where nobody has connected it. */
  readonly connected: {
    readonly daysAgo: number
    readonly by: 'administrator' | 'former administrator'
    readonly use: UsePlan | null
  } | null
  readonly inProduction: boolean
}

/** Tablets that share their tokens: 37 of them in a busy hour. */
const SKYLOG_USE: UsePlan = {
  requestsPerHour: 444,
  requestsPerToken: 6,
  busyness: WORKING_DAY,
  refused: { name: 'FlightPax', share: 0.012 },
  failedShare: 0.001,
  badDays: 0.1,
  operations: [
    { name: 'DayFlights', share: 0.45, scopes: ['flight:read'], read: { FLIGHT: 6 } },
    { name: 'FlightDetail', share: 0.3, scopes: ['flight:read', 'aircraft:read'], read: { FLIGHT: 1, AIRCRAFT: 1 } },
    { name: 'Fleet', share: 0.1, scopes: ['aircraft:read'], read: { AIRCRAFT: 6 } },
    { name: 'Documents', share: 0.08, scopes: ['document:read'], read: { DOCUMENT: 3 } },
    { name: 'ReportMovement', share: 0.05, scopes: ['flight:read', 'movement:write'], written: { FLIGHT: 1 } },
    { name: 'SignJourneyLog', share: 0.02, scopes: ['log:write'], written: { JOURNEY_LOG: 1 } },
  ],
}

/** A server that asks for a token at almost every call, round the clock, and meets the cap in its busiest hours. */
const JETMATCH_USE: UsePlan = {
  requestsPerHour: 1000,
  requestsPerToken: 1.1,
  busyness: ALWAYS,
  refused: { name: 'CrewOfOffer', share: 0.004 },
  failedShare: 0.0005,
  badDays: 0.05,
  operations: [
    { name: 'EmptyLegs', share: 0.5, scopes: ['availability:read'], read: { EMPTY_LEG: 8 } },
    {
      name: 'Availability',
      share: 0.3,
      scopes: ['availability:read', 'aircraft:read'],
      read: { EMPTY_LEG: 3, AIRCRAFT: 2 },
    },
    { name: 'Fleet', share: 0.1, scopes: ['aircraft:read'], read: { AIRCRAFT: 6 } },
    { name: 'Requests', share: 0.09, scopes: ['sales:read'], read: { CHARTER_REQUEST: 4 } },
    { name: 'NewRequest', share: 0.01, scopes: ['sales:write'], written: { CHARTER_REQUEST: 1 } },
  ],
}

const FUELLINE_USE: UsePlan = {
  requestsPerHour: 44,
  requestsPerToken: 2,
  busyness: WORKING_DAY,
  refused: { name: 'PermitsOfTrip', share: 0.02 },
  failedShare: 0.02,
  badDays: 0.2,
  operations: [
    { name: 'OpenRequests', share: 0.6, scopes: ['service:read'], read: { SERVICE_REQUEST: 4 } },
    {
      name: 'FlightOfRequest',
      share: 0.3,
      scopes: ['service:read', 'flight:read'],
      read: { SERVICE_REQUEST: 1, FLIGHT: 1 },
    },
    { name: 'AnswerRequest', share: 0.1, scopes: ['service:write'], written: { SERVICE_REQUEST: 1 } },
  ],
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
    connected: { daysAgo: 60.8, by: 'administrator', use: SKYLOG_USE },
  },
  {
    name: 'JetMatch',
    kind: 'marketplace',
    provider: 'JetMatch SAS, Paris',
    website: 'https://jetmatch.example',
    description: 'Offers free aircraft to brokers and brings back charter requests.',
    scope: 'availability:read sales:read sales:write aircraft:read',
    inProduction: true,
    connected: { daysAgo: 87.9, by: 'former administrator', use: JETMATCH_USE },
  },
  {
    name: 'Fuelline',
    kind: 'flight-support',
    provider: 'Fuelline Ltd, Dublin',
    website: 'https://fuelline.example',
    description: 'Answers fuel and handling requests at 900 airports.',
    scope: 'service:read service:write flight:read aircraft:read document:read',
    inProduction: true,
    connected: { daysAgo: 33.7, by: 'administrator', use: FUELLINE_USE },
  },
  {
    name: 'SlotDesk',
    kind: 'other',
    provider: 'SlotDesk AB, Stockholm',
    website: 'https://slotdesk.example',
    description: 'Watches airport slots against the schedule.',
    scope: 'flight:read',
    inProduction: true,
    connected: { daysAgo: 21.6, by: 'administrator', use: null },
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
