/** Operational flight plans as planning systems send them. */
import type { Integration } from './integration.ts'
import { z } from './integration.ts'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

export const PLAN = `flightPlan { flightPlanId flightId revision status version writtenAs route outdatedList blockFuel
    alternateList { iCAO } externalIdList { system value } }
  userErrorList { code message path } warningList { code }`

const DAY_MS = 86_400_000
/** Yesterday, the same in each plan. */
const COMPUTED_AT = z(Math.floor(Date.now() / DAY_MS - 1) * DAY_MS)

/** From Zurich to Le Bourget. */
export const planFor = (flight: { readonly flightId: string }, aircraftId: string, more: object = {}): object => ({
  flightId: flight.flightId,
  aircraftId,
  adep: 'LSZH',
  ades: 'LFPB',
  alternateList: ['LFPO'],
  route: 'VEBIT1W VEBIT T10 MOROK',
  levels: 'FL320',
  cruise: 'M078',
  fuelUnit: 'KG',
  taxiFuel: 100,
  tripFuel: 1500,
  contingencyFuel: 75,
  alternateFuel: 400,
  finalReserveFuel: 425,
  blockFuel: 2500,
  zeroFuelKg: 6000,
  landingKg: 6900,
  takeOffKg: 8400,
  payloadKg: 600,
  maxTakeOffKg: 9000,
  computedAt: COMPUTED_AT,
  source: 'PPS',
  ...more,
})

export const setPlan = (by: Integration, input: object, as = 'OPERATOR', v?: number): Promise<Data> =>
  by.change(
    `mutation ($input: FlightPlanInput!, $as: FlightPlanWriter!, $v: Int) {
      flightPlanSet(as: $as, input: $input, expectedVersion: $v) { ${PLAN} } }`,
    { input, as, v },
  )
