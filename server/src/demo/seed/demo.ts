/**
 * The demo that `npm start` shows: operators in both environments, each with an administrator, a pilot and an API key,
 * two applications to connect, and providers with staff who judge their applications.
 */
import type { Config } from '../../config/config.ts'
import { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import { randomText } from '../../domain/secret.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import { ENVIRONMENTS, type Environment, type Tenant } from '../../domain/tenancy/tenant.ts'
import { OUTBOX_PATH } from '../../http/answer/page-paths.ts'
import { HOST } from '../../services/audit-trail.ts'
import { findFailedDays, findNotices, findNoticesByDay, giveNotices } from '../../services/notices/find-notices.ts'
import { createOperator } from '../../services/tenancy/operators.ts'
import type { World } from '../../services/world.ts'
import { findTenant } from '../../storage/tenancy/tenants.ts'
import { DEMO_OPERATORS, type DemoOperator, LOAD_OPERATOR } from '../data/demo-operators.ts'
import type { DemoReference } from '../data/operator-data.ts'
import { readDemoReference } from '../data/reference.ts'
import { writeOperator } from '../data/write.ts'
import type { DemoPlatform, DemoShow, DemoTenant } from '../show/demo-show.ts'
import { curlLines } from '../show/landing.ts'
import { marketplaceId, seedAddOns } from './demo-add-ons.ts'
import { followAddress, seedApplications } from './demo-applications.ts'
import { inTurn, readCredentials, saveCredentials } from './demo-credentials.ts'
import { makeDemoKey, makeOtherKeys, seedKeyUse } from './demo-keys.ts'
import { writeOwnReports } from './demo-own-reports.ts'
import { daysAgo } from './demo-past.ts'
import { seedPeople } from './demo-people.ts'
import { seedPlatform } from './demo-platform.ts'
import { seedProviders, seedProviderUse } from './demo-providers.ts'

const FOUNDED_DAYS_AGO = 120
const PASSWORD_LENGTH = 14

interface Given {
  readonly publicUrl: URL
  readonly reference: DemoReference
  readonly marketplace: string | undefined
}

/** Creates users and keys first: crew members are linked to users, and a key may be limited to some aircraft. */
const seedTenant = async (world: World, tenant: Tenant, operator: DemoOperator, given: Given): Promise<DemoTenant> => {
  const password = randomText(PASSWORD_LENGTH, world.randomBytes)
  const { admin, pilot, adminId } = await seedPeople(world, tenant, operator, password)
  const refreshToken = await makeDemoKey(world, tenant, hasPast(operator.operatorId))
  const { aircraft } = await seedRecords(world, tenant, operator, given)
  const aircraftIds = aircraft.map(({ aircraftId }) => aircraftId)
  if (hasPast(operator.operatorId)) {
    await makeOtherKeys(world, tenant, adminId, aircraftIds)
    await writeOwnReports(world, tenant, { email: pilot, publicUrl: given.publicUrl })
  }
  const { operatorId, name: operatorName, environment } = tenant
  return { operatorId, operatorName, environment, admin, pilot, password, refreshToken }
}

/** Operators that fly have a history; one is new, and the large one is for measurements. */
const hasPast = (operatorId: string): boolean =>
  DEMO_OPERATORS.some((operator) => operator.operatorId === operatorId && operator.aircraftCount > 0)

const missingEnvironments = async (world: World, operatorId: string): Promise<Environment[]> => {
  const missing: Environment[] = []
  for (const environment of ENVIRONMENTS) {
    if (!(await findTenant(world.storage.platform, operatorId, environment))) missing.push(environment)
  }
  return missing
}

/** Writes the operator's records as of today, and tells the feed of them; the large one is for measurements. */
const seedRecords = (world: World, tenant: Tenant, operator: DemoOperator, { reference, marketplace }: Given) => {
  const seed = `${tenant.operatorId}/${tenant.environment}`
  const asOf = world.now(tenant.tenantId)
  return world.storage.writeTenant(tenant.tenantId, (tx) =>
    writeOperator(tx, {
      ...{ operator, seed, asOf, reference, told: operator !== LOAD_OPERATOR },
      marketplace: hasPast(operator.operatorId) ? marketplace : undefined,
    }),
  )
}

/** Fills in the usage of applications and keys at operators that fly. */
const seedUse = async (
  world: World,
  config: Config,
  tenants: readonly DemoTenant[],
  earlier: readonly DemoTenant[],
): Promise<void> => {
  for (const { operatorId, environment, admin } of tenants) {
    const tenant = await findTenant(world.storage.platform, operatorId, environment)
    if (!tenant || !hasPast(operatorId)) continue
    const isNew = !earlier.some((one) => one.operatorId === operatorId && one.environment === environment)
    await seedAddOns(world, tenant, { publicUrl: config.publicUrl, adminEmail: admin, isNew })
    await seedKeyUse(world, tenant)
  }
}

/** Adds what is missing; what an earlier start created keeps its credentials. `withLoad` adds the large operator. */
export const seedDemo = (world: World, config: Config, withLoad: boolean): Promise<DemoShow> =>
  inTurn(world, () => seedMissing(world, config, withLoad))

/** Of the days before the start. */
const NOTICED_DAYS = 7

const seedMissing = async (world: World, config: Config, withLoad: boolean): Promise<DemoShow> => {
  const earlier = await readCredentials(world, config)
  const tenants = [...earlier.tenants]
  const reference = await readDemoReference(world.storage.platform)
  const { publicUrl } = config
  const given = { publicUrl, reference, marketplace: await marketplaceId(world, publicUrl) }
  for (const operator of withLoad ? [...DEMO_OPERATORS, LOAD_OPERATOR] : DEMO_OPERATORS) {
    const missing = await missingEnvironments(world, operator.operatorId)
    if (missing.length === 0) continue
    const founding = hasPast(operator.operatorId) ? daysAgo(world, FOUNDED_DAYS_AGO) : world
    const created = await createOperator(
      founding,
      { operatorId: operator.operatorId, name: operator.name, environments: missing },
      HOST,
    )
    for (const tenant of created) {
      tenants.push(await seedTenant(world, tenant, operator, given))
      await saveCredentials(world, { ...earlier, tenants })
    }
  }
  await seedUse(world, config, tenants, earlier.tenants)
  const applications = await seedApplications(world, config.publicUrl, earlier.applications)
  const save = (platform: DemoPlatform) => saveCredentials(world, { tenants, applications, platform })
  const platform = await seedPlatform(world, config.publicUrl, earlier.platform, save)
  await seedProviders(world, config.publicUrl)
  await seedProviderUse(world)
  // What the background job would tell a little later, so that the bell has something from the start.
  const reader = world.storage.platform
  const failed = await findFailedDays(reader, NOTICED_DAYS)
  const found = [...(await findNotices(reader)), ...(await findNoticesByDay(reader)), ...failed]
  while (await world.storage.writePlatform((tx) => giveNotices(tx, world, config.publicUrl, found)));
  const show = { tenants, applications, platform }
  await followAddress(world, config.publicUrl)
  await saveCredentials(world, show)
  return show
}

const GOES_ON_MS = 15_000

/**
 * Continues the usage of applications and keys while the demo runs, so that gauges stay full and charts grow. Returns a
 * function that stops it.
 */
export const keepDemoGoing = (
  world: World,
  config: Config,
  { tenants }: DemoShow,
  warn: (error: unknown) => void,
): (() => Promise<void>) => {
  let going: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    const addUse = async () => {
      await seedUse(world, config, tenants, tenants)
      await seedProviderUse(world)
    }
    going = going.then(addUse).catch(warn)
  }, GOES_ON_MS)
  return () => {
    clearInterval(timer)
    return going
  }
}

const tenantLines = (config: Config, tenant: DemoTenant): string[] => [
  `  ${originOf(config.publicUrl, tenant.operatorId, tenant.environment)}`,
  `    sign in as ${tenant.admin} (administrator) or ${tenant.pilot} (pilot), password ${tenant.password}`,
  `    API key ${tenant.refreshToken}`,
]

const platformLines = ({ publicUrl }: Config, { developer, staff }: DemoPlatform): string[] => {
  const support = originOf(publicUrl, SUPPORT, 'production')
  return [
    '',
    `Developer portal ${originOf(publicUrl, DEVELOPERS, 'production')}`,
    `    sign in as ${developer.email} (${developer.name}, ${developer.company}), password ${developer.password}`,
    `Support console ${support}`,
    `    sign in as ${staff.email} (${staff.name}), password ${staff.password}, code at ${support}${OUTBOX_PATH}`,
  ]
}

export const demoLines = (config: Config, { tenants, platform }: DemoShow): string[] => {
  const [first] = tenants
  const curl = first && curlLines(originOf(config.publicUrl, first.operatorId, first.environment), first.refreshToken)
  return [
    '',
    `Open ${config.publicUrl.origin} to let an application in, step by step.`,
    '',
    'Demo operators',
    ...tenants.flatMap((tenant) => tenantLines(config, tenant)),
    ...(platform ? platformLines(config, platform) : []),
    '',
    ...(curl ? ['Try', `  ${curl.token}`, `  ${curl.query}`] : []),
  ]
}
