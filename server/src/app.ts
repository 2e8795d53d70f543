/** The one place where the parts are put together. */
import { randomBytes, randomFillSync } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import { Clients } from './access/client-authentication.ts'
import { OwnBudget } from './access/own-budget.ts'
import { randomPool } from './access/random-pool.ts'
import { SharedBudget } from './access/shared-budget.ts'
import { TenantDirectory } from './access/tenant-directory.ts'
import { Usage } from './access/usage.ts'
import { ValidityWatch } from './access/validity-watch.ts'
import { AccessTokens } from './access/verify.ts'
import type { World } from './access/world.ts'
import type { Config } from './config.ts'
import { type Clock, systemClock } from './domain/clock.ts'
import { QueryService } from './graphql/query-service.ts'
import { ReferenceData } from './graphql/reference/reference-data.ts'
import { buildSchema } from './graphql/schema.ts'
import { Housekeeping } from './housekeeping.ts'
import { accountRoutes } from './http/account.ts'
import { OUTBOX_PATH } from './http/answer/page-paths.ts'
import { applicationLogoRoute } from './http/application-logo.ts'
import { assetsRoute } from './http/assets.ts'
import { authorizeRoute } from './http/authorize.ts'
import { consentRoute } from './http/consent.ts'
import { consoleRoutes, homePath, loadConsole } from './http/console-app.ts'
import { consoleQueryRoute } from './http/console-graphql.ts'
import { demoApplicationRoutes } from './http/demo/demo-application.ts'
import type { DemoShow } from './http/demo/demo-show.ts'
import { DemoWalks } from './http/demo/demo-walks.ts'
import { landingRoute } from './http/demo/landing.ts'
import { queryRoute } from './http/graphql.ts'
import { healthRoutes } from './http/health.ts'
import { invitationRoutes } from './http/invitation.ts'
import { keyRefreshRoute } from './http/key-refresh.ts'
import { requestIds } from './http/listening/request-id.ts'
import { Router, type Routes } from './http/listening/router.ts'
import { HttpServer } from './http/listening/server.ts'
import { metadataRoutes } from './http/metadata.ts'
import { outboxRoute } from './http/outbox.ts'
import { passkeyOptionsRoutes } from './http/passkey-options.ts'
import { passkeySignInRoute } from './http/passkey-sign-in.ts'
import { introspectRoute, revokeRoute } from './http/revoke.ts'
import { secondStepRoutes } from './http/second-step.ts'
import { signInRoutes } from './http/sign-in.ts'
import { signOutRoute } from './http/sign-out.ts'
import { tokenRoute } from './http/token.ts'
import { MailDelivery } from './mail-delivery.ts'
import { prepareStore } from './prepare.ts'
import { openEngine, Storage } from './storage/storage.ts'

export interface App {
  readonly world: World
  readonly routes: Routes
  readonly schema: GraphQLSchema
  listen(port: number, hosts: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** Opens the store and prepares it where that is needed. */
export const openStorage = async (config: Config, clock: Clock): Promise<{ storage: Storage; migrated: string[] }> => {
  const engine = openEngine(config)
  try {
    const storage = new Storage(engine, clock)
    return { storage, migrated: await prepareStore(engine, storage) }
  } catch (error) {
    await engine.close().catch(() => {})
    throw error
  }
}

export const createApp = async (
  config: Config,
  log: Logger,
  storage: Storage,
  clock: Clock = systemClock,
  demo: DemoShow | null = null,
): Promise<App> => {
  const watch = new ValidityWatch(storage, clock)
  await watch.start()
  const world: World = { storage, now: watch.now, randomBytes: randomPool(randomFillSync) }
  const tokens = new AccessTokens(world, watch)
  const tenants = new TenantDirectory(storage, watch)
  const reference = await ReferenceData.load(storage, watch)
  const schema = buildSchema()
  const budget = storage.kind === 'sqlite' ? new OwnBudget(world) : new SharedBudget(world)
  const queries = new QueryService(schema, budget, (err, requestId) => log.error({ requestId, err }))
  const clients = new Clients(world, watch)
  const usage = new Usage(world, (err) => log.warn({ err }, 'usage could not be stored and will be tried again'))
  usage.start()
  const builtConsole = loadConsole(config.consoleFolder)
  const mail = { canSend: config.smtpUrl !== null || demo !== null, outboxPath: demo === null ? null : OUTBOX_PATH }
  const surroundings = { world, reference, usage, publicUrl: config.publicUrl, mail }
  const { publicUrl } = config
  let stopping = false

  const routes: Routes = {
    anywhere: healthRoutes(storage, () => stopping),
    operator: [
      authorizeRoute(world, clients, publicUrl),
      ...signInRoutes(world, clients, publicUrl, homePath(builtConsole)),
      ...secondStepRoutes(world, clients, publicUrl, homePath(builtConsole)),
      signOutRoute(world, publicUrl),
      passkeySignInRoute(world, clients, publicUrl, homePath(builtConsole)),
      ...passkeyOptionsRoutes(world, publicUrl),
      consentRoute(world, publicUrl),
      ...accountRoutes(world, publicUrl),
      ...invitationRoutes(world, publicUrl),
      ...(demo === null ? [] : [outboxRoute(world, publicUrl)]),
      tokenRoute(world, clients, usage),
      revokeRoute(world, clients),
      introspectRoute(world, clients, publicUrl),
      keyRefreshRoute(world, usage),
      queryRoute(tokens, queries, surroundings),
      consoleQueryRoute(world, queries, surroundings, publicUrl),
      ...consoleRoutes(world, publicUrl, builtConsole),
      ...metadataRoutes(publicUrl),
      applicationLogoRoute(world),
      assetsRoute(),
    ],
    landing: [landingRoute(publicUrl, demo), ...demoRoutes(demo, publicUrl), assetsRoute()],
    developers: [],
    support: [],
  }
  const server = new HttpServer({
    router: new Router(config.publicUrl.hostname, tenants, routes),
    log,
    newRequestId: requestIds(randomBytes),
    trustedProxies: config.trustedProxies,
  })
  const housekeeping = new Housekeeping(storage, log)
  housekeeping.start()
  const delivery = config.smtpUrl === null ? null : new MailDelivery(storage, log, config.smtpUrl, config.mailFrom)
  delivery?.start()

  return {
    world,
    routes,
    schema,
    listen: (port, hosts) => server.listen(port, hosts),
    close: async () => {
      stopping = true
      housekeeping.stop()
      await server.stop()
      await Promise.all([usage.stop(), delivery?.stop()])
      watch.stop()
      await storage.close()
    },
  }
}

const demoRoutes = (demo: DemoShow | null, publicUrl: URL) =>
  demo === null ? [] : demoApplicationRoutes(new DemoWalks(demo, publicUrl, randomBytes), publicUrl)
