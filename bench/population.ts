/** Fills a store: operators with keys, contacts, and connected applications, distributed like real load. */

import type { Contact } from '../server/src/domain/operations/contact.ts'
import { lastFour, makeSecret, secretHash } from '../server/src/domain/secret.ts'
import type { Tenant } from '../server/src/domain/tenancy/tenant.ts'
import type { Versioned } from '../server/src/domain/versioned.ts'
import { HOST } from '../server/src/services/audit-trail.ts'
import { createUser } from '../server/src/services/identity/users.ts'
import { createApiKey, exchangeApiKey } from '../server/src/services/oauth/api-keys.ts'
import { moveApplication, registerApplication } from '../server/src/services/oauth/applications.ts'
import { createOperator } from '../server/src/services/tenancy/operators.ts'
import { newId, type World } from '../server/src/services/world.ts'
import { agreeGrant } from '../server/src/storage/oauth/grants.ts'
import { insertRefreshToken } from '../server/src/storage/oauth/refresh-tokens.ts'
import { CONTACT } from '../server/src/storage/operations/contacts.ts'
import { createRecord } from '../server/src/storage/records.ts'
import { eachOf, mapSome } from './some-at-once.ts'

const OPERATORS = 8
const APPLICATIONS = 5
const MAX_REFRESH_TOKENS_PER_GRANT = 50
const SCOPES = 'contact:read contact:write'

export const hostOf = (tenant: Tenant): string => `${tenant.operatorId}.localhost`

export const createOperators = async (world: World, count = OPERATORS): Promise<Tenant[]> => {
  const tenants: Tenant[] = []
  for (let index = 0; index < count; index++) {
    const operator = { operatorId: `operator-${index}`, name: `Operator ${index}` }
    tenants.push(...(await createOperator(world, { ...operator, environments: ['production'] }, HOST)))
  }
  return tenants
}

export interface KeyHolder {
  readonly tenant: Tenant
  readonly refreshToken: string
}

export const createKeys = (world: World, tenants: readonly Tenant[], count: number): Promise<KeyHolder[]> =>
  mapSome(Array(count).keys(), async (index) => {
    const tenant = tenants[index % tenants.length] as Tenant
    const { refreshToken } = await createApiKey(world.at(tenant), { label: `Key ${index}`, scope: SCOPES }, HOST)
    return { tenant, refreshToken }
  })

export interface TokenHolder {
  readonly tenant: Tenant
  readonly accessToken: string
}

export const issueTokens = (world: World, keys: readonly KeyHolder[]): Promise<TokenHolder[]> =>
  mapSome(keys, async ({ tenant, refreshToken }) => ({
    tenant,
    accessToken: (await exchangeApiKey(world.at(tenant), refreshToken, '127.0.0.1')).accessToken,
  }))

const CONTACTS_PER_OPERATOR = 200

export const createContacts = (world: World, tenants: readonly Tenant[], each = CONTACTS_PER_OPERATOR): Promise<void> =>
  eachOf(tenants, 8, async ({ tenantId }) => {
    await world.storage.writeTenant(tenantId, async (tx) => {
      for (let index = 0; index < each; index++) {
        const details = { ...NO_DETAILS, contactId: newId(world, 'con'), kind: 'CLIENT', name: `Contact ${index}` }
        await createRecord(tx, CONTACT, details as Omit<Contact, keyof Versioned>)
      }
    })
  })

const NO_DETAILS = {
  surname: null,
  company: null,
  email: null,
  phone: null,
  airportId: null,
  erasedAt: null,
  externalIdList: [],
} as const

export interface GrantHolder extends KeyHolder {
  readonly clientId: string
  readonly clientSecret: string
}

const createApplication = async (world: World, index: number) => {
  const registration = {
    name: `Application ${index}`,
    kind: 'other',
    personal: false,
    redirectUris: ['https://bench.example/callback'],
    description: 'Loads the token endpoint',
    phoneNumber: '+41446681800',
    contact: 'bench@example.com',
    website: 'https://bench.example',
    connectUrl: null,
    logo: null,
  } as const
  const client = await registerApplication(world, registration, HOST)
  await moveApplication(world, client.clientId, { actions: ['promote'], by: 'host', reason: 'bench' }, HOST)
  return client
}

const grantTo = async (world: World, tenant: Tenant, clientId: string, grantedBy: string): Promise<string[]> =>
  world.storage.writeTenant(tenant.tenantId, async (tx) => {
    const at = await tx.now()
    const agreed = {
      grantId: newId(world, 'grt'),
      clientId,
      userId: null,
      scopes: SCOPES,
      grantedBy,
      decidedAt: at,
      at,
    }
    const { grant_id: grantId } = await agreeGrant(tx, agreed)
    const tokens = Array.from({ length: MAX_REFRESH_TOKENS_PER_GRANT }, () =>
      makeSecret('rt', tenant.environment, world.randomBytes),
    )
    for (const token of tokens) {
      await insertRefreshToken(tx, {
        refreshTokenId: newId(world, 'rt'),
        hash: secretHash(token),
        lastFour: lastFour(token),
        apiKeyId: null,
        grantId,
        scopes: SCOPES,
        createdAt: at,
        expiresAt: at + 30 * 24 * 3_600_000,
      })
    }
    return tokens
  })

export interface ConnectedApplication {
  readonly clientId: string
  readonly clientSecret: string
  /** The administrator at each operator who may grant, by tenant. */
  readonly grantedBy: ReadonlyMap<string, string>
}

const createAdministrator = (world: World, tenant: Tenant, index: number): Promise<string> => {
  const person = {
    email: `admin-${index}@example.com`,
    name: 'Ada',
    surname: 'Admin',
    roles: ['ADMIN'],
    password: null,
  }
  return createUser(world.at(tenant), person, HOST)
}

export const createConnectedApplication = async (
  world: World,
  tenants: readonly Tenant[],
): Promise<ConnectedApplication> => {
  const grantedBy = new Map<string, string>()
  for (const tenant of tenants) grantedBy.set(tenant.tenantId, await createAdministrator(world, tenant, 0))
  return { ...(await createApplication(world, 0)), grantedBy }
}

/** A few applications, each connected to every operator, with the maximum of live refresh tokens per grant. */
export const createGrants = async (world: World, tenants: readonly Tenant[]): Promise<GrantHolder[]> => {
  const holders: GrantHolder[] = []
  for (let index = 0; index < APPLICATIONS; index++) {
    const client = await createApplication(world, index)
    for (const tenant of tenants) {
      const refreshTokens = await grantTo(
        world,
        tenant,
        client.clientId,
        await createAdministrator(world, tenant, index),
      )
      holders.push(...refreshTokens.map((refreshToken) => ({ tenant, refreshToken, ...client })))
    }
  }
  return holders
}
