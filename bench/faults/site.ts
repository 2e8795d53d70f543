/** A store with some operators and keys, a server process on it, and a client's requests to it. */
import { randomBytes } from 'node:crypto'
import type { Tenant } from '../../server/src/domain/tenancy/tenant.ts'
import type { World } from '../../server/src/services/world.ts'
import type { Answer, HttpClient } from '../../server/test/support/http-client.ts'
import { createKeys, createOperators, hostOf, type KeyHolder } from '../population.ts'
import { fillStore, newPlace, type Place, type StoreKind } from '../store.ts'

export interface Site {
  readonly place: Place
  readonly tenants: readonly Tenant[]
  readonly keys: readonly KeyHolder[]
}

export const newSite = async (kind: StoreKind, keyCount: number): Promise<Site> => {
  const place = await newPlace(kind)
  const { tenants, keys } = await fillStore(place, async (world: World) => {
    const tenants = await createOperators(world)
    return { tenants, keys: await createKeys(world, tenants, keyCount) }
  })
  return { place, tenants, keys }
}

export const refresh = (client: HttpClient, { tenant, refreshToken }: KeyHolder): Promise<Answer> =>
  client.form(`http://${hostOf(tenant)}/access_token/refresh/`, { refresh_token: refreshToken })

const ECHO = JSON.stringify({ query: '{ echo(text: "still here") }' })

export const echo = (client: HttpClient, tenant: Tenant, accessToken: string): Promise<Answer> =>
  client.ask(`http://${hostOf(tenant)}/api/graphql/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: ECHO,
  })

export const randomBetween = (least: number, most: number): number =>
  least + (randomBytes(4).readUInt32BE() / 2 ** 32) * (most - least)

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
