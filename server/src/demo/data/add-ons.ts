/**
 * The fictional applications that the demo's operators have connected, and two that they could connect, each with its
 * usage pattern.
 */
import type { ApplicationKind } from '../../domain/scopes.ts'
import { FUEL_SUPPLIER } from './handling.ts'
import { ALWAYS, type UsePlan, WORKING_DAY } from './use-plan.ts'

export interface DemoAddOn {
  readonly name: string
  readonly kind: ApplicationKind
  readonly provider: string
  readonly website: string
  readonly description: string
  readonly scope: string
  /** Null if no operator has connected it. */
  readonly connected: {
    readonly daysAgo: number
    readonly by: 'administrator' | 'former administrator'
    readonly use: UsePlan | null
  } | null
  readonly inProduction: boolean
  /** The contact that it acts for, by name. */
  readonly actsFor?: string
}

/** Tablets that share their tokens: 37 in a busy hour. */
const SKYLOG_USE: UsePlan = {
  requestsPerHour: 444,
  requestsPerToken: 6,
  busyness: WORKING_DAY,
  refused: { name: 'FlightPax', lacks: 'passenger:read', share: 0.012 },
  failedShare: 0.001,
  badDays: 0.1,
  operations: [
    { name: 'DayFlights', share: 0.45, scopes: ['flight:read'], read: { FLIGHT: 6 } },
    { name: 'FlightDetail', share: 0.3, scopes: ['flight:read', 'aircraft:read'], read: { FLIGHT: 1, AIRCRAFT: 1 } },
    { name: 'Fleet', share: 0.1, scopes: ['aircraft:read'], read: { AIRCRAFT: 6 } },
    { name: 'CrewOfDay', share: 0.08, scopes: ['crew:read'], read: { CREW_MEMBER: 4 } },
    { name: 'ReportMovement', share: 0.07, scopes: ['flight:read', 'movement:write'], written: { FLIGHT: 1 } },
  ],
}

/** A server that requests a token for almost every call, at all hours, and meets the cap in its busiest ones. */
const JETMATCH_USE: UsePlan = {
  requestsPerHour: 1000,
  requestsPerToken: 1.1,
  busyness: ALWAYS,
  refused: { name: 'CrewOfOffer', lacks: 'crew:read', share: 0.004 },
  failedShare: 0.0005,
  badDays: 0.05,
  operations: [
    { name: 'FreeAircraft', share: 0.5, scopes: ['availability:read'], read: { AVAILABILITY: 6 } },
    { name: 'EmptyLegs', share: 0.2, scopes: ['availability:read'], read: { EMPTY_LEG: 8 } },
    { name: 'OurRequests', share: 0.17, scopes: ['sales:read'], read: { CHARTER_REQUEST: 6, QUOTE: 9 } },
    { name: 'BookedFlights', share: 0.05, scopes: ['flight:read'], read: { FLIGHT: 5 } },
    { name: 'Fleet', share: 0.05, scopes: ['aircraft:read'], read: { AIRCRAFT: 6 } },
    { name: 'AskForCharter', share: 0.03, scopes: ['sales:write'], written: { CHARTER_REQUEST: 1 } },
  ],
}

const FUELLINE_USE: UsePlan = {
  requestsPerHour: 44,
  requestsPerToken: 2,
  busyness: WORKING_DAY,
  refused: { name: 'NamesAboard', lacks: 'manifest:read', share: 0.02 },
  failedShare: 0.02,
  badDays: 0.2,
  operations: [
    { name: 'VisitsOfDay', share: 0.6, scopes: ['service:read'], read: { VISIT: 4, SERVICE_REQUEST: 4 } },
    { name: 'Arrivals', share: 0.2, scopes: ['flight:read'], read: { FLIGHT: 4 } },
    { name: 'AnswerFuel', share: 0.2, scopes: ['service:read', 'service:write'], written: { SERVICE_REQUEST: 1 } },
  ],
}

export const DEMO_ADD_ONS: readonly DemoAddOn[] = [
  {
    name: 'Skylog',
    kind: 'electronic-flight-bag',
    provider: 'Skylog GmbH, Zürich',
    website: 'https://skylog.example',
    description: 'Flights on the tablets of the crew, and the times they report.',
    scope: 'flight:read aircraft:read crew:read passenger:read movement:write',
    inProduction: true,
    connected: { daysAgo: 60.8, by: 'administrator', use: SKYLOG_USE },
  },
  {
    name: 'JetMatch',
    kind: 'marketplace',
    provider: 'JetMatch SAS, Paris',
    website: 'https://jetmatch.example',
    description: 'Brokers find free aircraft, ask for charters and book what you quote.',
    scope: 'availability:read sales:read sales:write aircraft:read flight:read',
    inProduction: true,
    connected: { daysAgo: 87.9, by: 'former administrator', use: JETMATCH_USE },
  },
  {
    name: 'Fuelline',
    kind: 'flight-support',
    provider: 'Fuelline Ltd, Dublin',
    website: 'https://fuelline.example',
    description: 'Has the fuel truck there when you land, at 900 airports.',
    scope: 'flight:read aircraft:read service:read service:write',
    inProduction: true,
    actsFor: FUEL_SUPPLIER,
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
    description: 'Prices your empty flights within the minute.',
    scope: 'availability:read sales:read aircraft:read',
    inProduction: true,
    connected: null,
  },
  {
    name: 'RampReady',
    kind: 'flight-support',
    provider: 'RampReady SL, Madrid',
    website: 'https://rampready.example',
    description: 'Handling confirmed from the ramp.',
    scope: 'flight:read aircraft:read',
    inProduction: false,
    connected: null,
  },
]
