/** The operational flight plan as fields of a form; what they are called and take, its description says. */
import { type Draft, draftOf, inputOf } from '../form-values.ts'
import { type FieldOfKind, kindNamed, type Row } from '../kinds.ts'
import type { FlightPlanRecord, PlannedFlight } from './flight-papers-queries.ts'

const ALTERNATES = 'alternateList'

const described = (name: string): FieldOfKind[] =>
  (kindNamed('FlightPlan')?.fields ?? [])
    .filter((field) => field.name === name)
    // Fuel and masses have limits that nobody comes near.
    .map((field) => (field.type === 'whole' ? { ...field, limits: {} } : field))

const alternates: FieldOfKind = {
  name: ALTERNATES,
  label: 'Alternates',
  says: 'Codes, with a space between them.',
  type: 'text',
  limits: {},
  isNeeded: false,
  inCreate: false,
  isAsked: false,
  inUpdate: false,
  isArgument: false,
  shown: null,
}

const fuelCalled = (field: FieldOfKind): FieldOfKind =>
  field.name.endsWith('Fuel') && field.name !== 'blockFuel' ? { ...field, label: `${field.label} fuel` } : field

export interface PlanGroup {
  readonly title: string
  readonly fields: readonly FieldOfKind[]
}

export const PLAN_GROUPS: readonly PlanGroup[] = [
  { title: 'Route', fields: [...['route', 'levels', 'cruise'].flatMap(described), alternates] },
  {
    title: 'Fuel',
    fields: [
      'fuelUnit',
      'blockFuel',
      'tripFuel',
      'taxiFuel',
      'contingencyFuel',
      'alternateFuel',
      'finalReserveFuel',
      'additionalFuel',
      'extraFuel',
    ]
      .flatMap(described)
      .map(fuelCalled),
  },
  {
    title: 'Masses',
    fields: [
      'zeroFuelKg',
      'maxZeroFuelKg',
      'takeOffKg',
      'maxTakeOffKg',
      'landingKg',
      'maxLandingKg',
      'payloadKg',
      'maxPayloadKg',
    ].flatMap(described),
  },
  { title: 'Computed', fields: ['computedAt', 'source'].flatMap(described) },
]

export const PLAN_FIELDS: readonly FieldOfKind[] = PLAN_GROUPS.flatMap(({ fields }) => fields)

/** What the form begins with: the plan that counts, computed anew. */
export const draftOfPlan = (plan: FlightPlanRecord | null, now: string): Draft => ({
  ...draftOf(PLAN_FIELDS, plan as Row | null),
  [ALTERNATES]: (plan?.alternateList ?? []).map(({ iCAO, iATA }) => iCAO ?? iATA ?? '').join(' '),
  fuelUnit: plan?.fuelUnit ?? 'KG',
  computedAt: now,
})

const codeOf = ({ iCAO, iATA, airportId }: PlannedFlight['adep']): string => iCAO ?? iATA ?? airportId

/** It is for the flight as the page shows it: where the flight is another by now, the server refuses it. */
export const planInput = (flightId: string, flight: PlannedFlight, draft: Draft): Record<string, unknown> => ({
  ...inputOf(PLAN_FIELDS, draft, null),
  [ALTERNATES]: (draft[ALTERNATES] ?? '')
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean),
  flightId,
  aircraftId: flight.aircraft.aircraftId,
  adep: codeOf(flight.adep),
  ades: codeOf(flight.ades),
})
