/** Two operators: a calm one with a token, and a noisy one with flights, tokens for them, and a key at its cap. */
import { MAX_ACTIVE_ACCESS_TOKENS } from '../../server/src/domain/limits.ts'
import { NO_MOVEMENT } from '../../server/src/domain/operations/flights/flight.ts'
import { airportIdOf } from '../../server/src/domain/reference/airport.ts'
import type { Tenant } from '../../server/src/domain/tenancy/tenant.ts'
import { HOST } from '../../server/src/services/audit-trail.ts'
import { createApiKey } from '../../server/src/services/oauth/api-keys.ts'
import type { World } from '../../server/src/services/world.ts'
import { FLIGHT } from '../../server/src/storage/operations/flights/flights.ts'
import { createRecord } from '../../server/src/storage/records.ts'
import { seedFleet } from '../../server/test/support/fleet.ts'
import { createOperators, issueTokens, type KeyHolder, type TokenHolder } from '../population.ts'
import { mapSome } from '../some-at-once.ts'
import { fillStore, newPlace, type Place, type StoreKind } from '../store.ts'

export interface Noisy {
  readonly tenant: Tenant
  /** A token of a key of its own for each flight: a key's budget must not be what is measured. */
  readonly holders: readonly TokenHolder[]
  readonly flightIds: readonly string[]
  readonly keyAtCap: KeyHolder
}

export interface BusyOperators {
  readonly place: Place
  readonly calm: TokenHolder
  readonly noisy: Noisy
}

const FLIGHTS = 24
const SCOPE = 'contact:read contact:write flight:read flight:write passenger:read passenger:write'
const HOUR_MS = 3_600_000

const createFlights = async (world: World, tenantId: string): Promise<string[]> => {
  const { aircraft } = await seedFleet(world.storage, tenantId)
  return world.storage.writeTenant(tenantId, async (tx) => {
    const flightIds: string[] = []
    for (let index = 0; index < FLIGHTS; index++) {
      const flightId = `flt_${index}`
      const offBlock = Date.now() + (24 + 4 * index) * HOUR_MS
      await createRecord(tx, FLIGHT, {
        flightId,
        flightNo: `ALP${index}`,
        callsign: null,
        tripId: null,
        legNumber: null,
        aircraftId: aircraft[0]?.aircraftId ?? '',
        status: 'OPTION',
        kind: 'CHARTER',
        rules: 'IFR',
        adepId: airportIdOf('LSZH'),
        adesId: airportIdOf('LSGG'),
        alternateIdList: [],
        divertedToId: null,
        offBlock,
        onBlock: offBlock + HOUR_MS,
        estimatedOffBlock: null,
        estimatedOnBlock: null,
        targetOffBlock: null,
        calculatedTakeOff: null,
        firstOffBlock: null,
        load: null,
        actual: NO_MOVEMENT,
        timeReportList: [],
        landingCount: null,
        releasedAt: null,
        distanceNm: 125,
        paxTotal: 0,
        fuel: null,
        fuelUpliftList: [],
        delayList: [],
        opsNote: null,
        statusReason: null,
        historyList: [],
        riskReasonList: [],
        externalIdList: [],
        buyer: null,
      })
      flightIds.push(flightId)
    }
    return flightIds
  })
}

export const newBusyOperators = async (kind: StoreKind): Promise<BusyOperators> => {
  const place = await newPlace(kind)
  return fillStore(place, async (world) => {
    const [noisyTenant, calmTenant] = await createOperators(world)
    if (!noisyTenant || !calmTenant) throw new Error('There are several operators')
    const keyOf = async (tenant: typeof noisyTenant): Promise<KeyHolder> => {
      const { refreshToken } = await createApiKey(world.at(tenant), { label: 'Key', scope: SCOPE }, HOST)
      return { tenant, refreshToken }
    }
    const keyAtCap = await keyOf(noisyTenant)
    const holders = await issueTokens(world, await mapSome(Array(FLIGHTS).keys(), () => keyOf(noisyTenant)))
    const [calm] = (await issueTokens(world, [await keyOf(calmTenant)])) as [TokenHolder]
    await mapSome(Array(MAX_ACTIVE_ACCESS_TOKENS).keys(), () => issueTokens(world, [keyAtCap]))
    return {
      place,
      calm,
      noisy: { tenant: noisyTenant, holders, flightIds: await createFlights(world, noisyTenant.tenantId), keyAtCap },
    }
  })
}
