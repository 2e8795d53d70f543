/**
 * The demo that `npm start` shows: two operators in both environments, each with an administrator, a pilot and an
 * API key. Credentials are generated once and kept beside the data, readable by the host alone, so that a second
 * start prints the same ones.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiKey } from '../access/api-keys.ts'
import { HOST } from '../access/audit-trail.ts'
import { createOperator } from '../access/operators.ts'
import { createUser } from '../access/people.ts'
import type { World } from '../access/world.ts'
import type { Config } from '../config.ts'
import { originOf } from '../domain/address.ts'
import { randomText } from '../domain/secret.ts'
import { ENVIRONMENTS, type Environment, type Tenant } from '../domain/tenant.ts'
import { findTenant } from '../storage/tenants.ts'

const OPERATORS = [
  { operatorId: 'alpine', name: 'Alpine Jet', admin: ['Anna', 'Keller'], pilot: ['Marc', 'Weber'] },
  { operatorId: 'northsea', name: 'Northsea Air', admin: ['Olivia', 'Grant'], pilot: ['James', 'Reid'] },
] as const

type DemoOperator = (typeof OPERATORS)[number]

const SCOPES = 'contact:read contact:write flight:read flight:write aircraft:read crew:read'
const PASSWORD_LENGTH = 14

export interface DemoTenant {
  readonly operatorId: string
  readonly environment: Environment
  readonly admin: string
  readonly pilot: string
  readonly password: string
  readonly refreshToken: string
}

const credentialsFile = (config: Config): string => join(config.dataFolder, 'demo-credentials.json')

const readCredentials = (config: Config): DemoTenant[] =>
  existsSync(credentialsFile(config)) ? JSON.parse(readFileSync(credentialsFile(config), 'utf8')) : []

const seedTenant = async (world: World, tenant: Tenant, operator: DemoOperator): Promise<DemoTenant> => {
  const password = randomText(PASSWORD_LENGTH, world.randomBytes)
  const person = async ([name, surname]: readonly [string, string], roles: string[]): Promise<string> => {
    const email = `${name.toLowerCase()}@${operator.operatorId}.example`
    await createUser(world, tenant, { email, name, surname, roles, password }, HOST)
    return email
  }
  const admin = await person(operator.admin, ['ADMIN'])
  const pilot = await person(operator.pilot, ['CREW'])
  const { refreshToken } = await createApiKey(world, tenant, { label: 'Demo key', scope: SCOPES }, HOST)
  return { operatorId: operator.operatorId, environment: tenant.environment, admin, pilot, password, refreshToken }
}

export const seedDemo = async (world: World, config: Config): Promise<DemoTenant[]> => {
  const known = readCredentials(config)
  const seeded = [...known]
  for (const operator of OPERATORS) {
    const missing: Environment[] = []
    for (const environment of ENVIRONMENTS) {
      if (!(await findTenant(world.storage.platform, operator.operatorId, environment))) missing.push(environment)
    }
    if (missing.length === 0) continue
    const tenants = await createOperator(world, operator.operatorId, operator.name, missing, HOST)
    for (const tenant of tenants) seeded.push(await seedTenant(world, tenant, operator))
  }
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  writeFileSync(credentialsFile(config), `${JSON.stringify(seeded, null, 2)}\n`, { mode: 0o600 })
  return seeded
}

const tenantLines = (config: Config, tenant: DemoTenant): string[] => [
  `  ${originOf(config.publicUrl, tenant.operatorId, tenant.environment)}`,
  `    sign in as ${tenant.admin} (administrator) or ${tenant.pilot} (pilot), password ${tenant.password}`,
  `    API key ${tenant.refreshToken}`,
]

/** Two lines to paste: a token, then a query with it. */
const curlLines = (config: Config, tenant: DemoTenant): string[] => {
  const origin = originOf(config.publicUrl, tenant.operatorId, tenant.environment)
  return [
    `  TOKEN=$(curl -s ${origin}/access_token/refresh/ -d refresh_token=${tenant.refreshToken})`,
    `  curl -s ${origin}/api/graphql/ -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `    -d '{"query":"{ aircraftTypeList(wildcard: \\"B738\\") { acftTypeId iCAO manufacturer model } }"}'`,
  ]
}

export const demoLines = (config: Config, tenants: readonly DemoTenant[]): string[] => {
  const [first] = tenants
  return [
    '',
    'Demo',
    ...tenants.flatMap((tenant) => tenantLines(config, tenant)),
    '',
    ...(first ? ['Try', ...curlLines(config, first)] : []),
  ]
}
