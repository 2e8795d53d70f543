/** Assembles the server from its parts. */
import { randomBytes, randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { GraphQLSchema } from 'graphql'
import { backgroundJobs } from './background/jobs.ts'
import { mailCourier } from './background/mail-courier.ts'
import { type Courier, OutboxDelivery } from './background/outbox-delivery.ts'
import { smsCourier } from './background/sms-courier.ts'
import { WebhookDelivery } from './background/webhooks/webhook-delivery.ts'
import { webhookQueriesOf } from './background/webhooks/webhook-queries.ts'
import { WebhookSender } from './background/webhooks/webhook-sender.ts'
import type { Config } from './config/config.ts'
import { demoReferenceOf } from './demo/data/reference.ts'
import { sandboxDataFrom } from './demo/seed/provider-sandbox.ts'
import { demoApplicationRoutes, demoLogoRoute } from './demo/show/demo-application.ts'
import type { DemoShow } from './demo/show/demo-show.ts'
import { DemoWalks } from './demo/show/demo-walks.ts'
import { landingRoute } from './demo/show/landing.ts'
import { developersOutboxRoute, outboxRoute, supportOutboxRoute } from './demo/show/outbox.ts'
import { shownReset } from './demo/show/shown-reset.ts'
import { Documentation } from './documentation/site.ts'
import { type Clock, systemClock } from './domain/clock.ts'
import type { Surroundings } from './graphql/context.ts'
import { graphs } from './graphql/graphs.ts'
import type { ErrorLog } from './graphql/query-errors.ts'
import { QueryService } from './graphql/query-service.ts'
import { loadConsole } from './http/answer/built-console.ts'
import { showLostPage } from './http/answer/lost-page.ts'
import { OUTBOX_PATH } from './http/answer/page-paths.ts'
import { assetsRoute } from './http/assets.ts'
import { whichOperatorRoutes } from './http/bare/which-operator.ts'
import { developerRoutes, operatorRoutes, staffRoutes, suspendedRoutes } from './http/faces.ts'
import { healthRoutes } from './http/health.ts'
import { requestIds } from './http/listening/request-id.ts'
import { RequestMeters } from './http/listening/request-meters.ts'
import { Router, type Routes } from './http/listening/router.ts'
import { HttpServer } from './http/listening/server.ts'
import type { Log } from './log.ts'
import { Metrics } from './metrics/metrics.ts'
import { FeedNews } from './services/events/feed-news.ts'
import { FeedWaits } from './services/events/feed-waits.ts'
import { passwordQueue } from './services/identity/password.ts'
import { Clients } from './services/oauth/client-authentication.ts'
import { AccessTokens } from './services/oauth/verify.ts'
import { randomPool } from './services/random-pool.ts'
import { ReferenceData } from './services/reference/reference-data.ts'
import type { ReferenceSnapshot } from './services/reference/reference-snapshot.ts'
import { TenantDirectory } from './services/tenancy/tenant-directory.ts'
import { followTestClocks } from './services/tenancy/test-clock.ts'
import { OwnBudget } from './services/usage/own-budget.ts'
import { SharedBudget } from './services/usage/shared-budget.ts'
import { Usage } from './services/usage/usage.ts'
import { ValidityWatch } from './services/validity-watch.ts'
import { World } from './services/world.ts'
import { prepareEmptyStore, prepareStore } from './starting/prepare.ts'
import { StopTime } from './starting/stop-time.ts'
import { Contents } from './storage/contents/contents.ts'
import { hasFilesIn } from './storage/operations/documents/document-files.ts'
import { openEngine, Storage, sharedOf } from './storage/storage.ts'
import { VERSION } from './version.ts'

export interface App {
  readonly world: World
  readonly reference: ReferenceData
  readonly routes: Routes
  readonly webhooks: WebhookDelivery
  readonly usage: Usage
  readonly schema: GraphQLSchema
  listen(port: number, hosts: readonly string[]): Promise<number>
  /** Serves the metrics at the address that the configuration names; null if it names none. Returns the port. */
  listenForMetrics(): Promise<number | null>
  /** The metrics as text, for a supervisor that adds them up. */
  readMetrics(): Promise<string>
  /** False if the console was not built: its addresses say so. */
  readonly hasConsole: boolean
  /** With a drain the server first listens on for so long and says at /readyz that it is stopping. */
  close(stop?: { readonly drainMs: number; readonly stopMs: number }): Promise<void>
}

/** What a stop keeps for the last counts and for closing the store. */
const LAST_WRITES_MS = 1_000

/**
 * Opens the store. An empty one is prepared; one with the schema of an older version is migrated if `mayMigrate`, else
 * refused (ADR 58).
 */
export const openStorage = async (
  config: Config,
  clock: Clock,
  { mayMigrate = false }: { readonly mayMigrate?: boolean } = {},
): Promise<{ storage: Storage; migrated: string[] }> => {
  const engine = openEngine(config)
  try {
    const contents = new Contents(config.documentPlaces, (place) => hasFilesIn(storage.platform, place))
    const storage: Storage = new Storage(engine, clock, sharedOf(engine, contents))
    return { storage, migrated: await (mayMigrate ? prepareStore : prepareEmptyStore)(engine, storage) }
  } catch (error) {
    await engine.close().catch(() => {})
    throw error
  }
}

export interface AppParts {
  readonly config: Config
  readonly log: Log
  readonly storage: Storage
  readonly clock?: Clock
  readonly demo?: DemoShow | null
  /** Whether it does by itself, from time to time, what is due: sweeps, reminders, notices. A test does the step it is about. */
  readonly doesJobs?: boolean
  /** Its number where several processes share the port. */
  readonly worker?: number | null
  /** The reference data of a store that this one is a copy of. */
  readonly knownReference?: ReferenceSnapshot | null
}

export const createApp = async ({
  config,
  log: { logger: log, stream: logStream },
  storage,
  clock = systemClock,
  demo = null,
  doesJobs = true,
  worker = null,
  knownReference = null,
}: AppParts): Promise<App> => {
  passwordQueue.followDeadline(config.requestDeadlineMs)
  const watch = new ValidityWatch(storage, clock)
  await watch.start()
  await followTestClocks(storage, watch)
  const world = new World({ storage, now: watch.now, randomBytes: randomPool(randomFillSync) })
  const tokens = new AccessTokens(world, watch)
  const feedNews = new FeedNews(storage)
  const feedWaits = new FeedWaits(world, watch, feedNews)
  const tenants = new TenantDirectory(storage, watch)
  const reference = await ReferenceData.load(storage, watch, knownReference)
  const { operator, portal: portalGraph, support: supportGraph, scopes } = graphs()
  const budget = storage.kind === 'sqlite' ? new OwnBudget(world) : new SharedBudget(world)
  const logError: ErrorLog = (err, { requestId, tenant: { operatorId, environment } }) =>
    log.error({ requestId, operator: operatorId, environment, err })
  const queries = new QueryService(operator, budget, logError)
  const clients = new Clients(world, watch)
  const usage = new Usage(world, (err) => log.warn({ err }, 'usage could not be stored and will be tried again'))
  usage.start()
  const builtConsole = loadConsole(config.consoleFolder)
  const mail = { canSend: config.smtpUrl !== null || demo !== null, outboxPath: demo === null ? null : OUTBOX_PATH }
  const sandboxData = sandboxDataFrom(() => demoReferenceOf(reference.current), clock)
  const portal = {
    canSendSms: config.sms !== null || demo !== null,
    clients,
  }
  const portalQueries = new QueryService(portalGraph, budget, logError)
  const supportQueries = new QueryService(supportGraph, budget, logError)
  const surroundings: Surroundings = {
    world,
    reference,
    usage,
    publicUrl: config.publicUrl,
    mail,
    requestDays: config.retention.requestDays,
    webhooks: {
      allowsLoopback: config.allowsWebhookLoopback,
      queries: {
        answer: (asked) => webhookQueries.answer(asked),
        problem: (asked) => webhookQueries.problem(asked),
      },
    },
  }
  const webhookQueries = webhookQueriesOf(queries, surroundings)
  const webhooks = new WebhookDelivery({
    world,
    log,
    sender: new WebhookSender(config.allowsWebhookLoopback),
    queries: webhookQueries,
  })
  const { publicUrl } = config
  let stopping = false

  const documentation = new Documentation({
    schema: operator,
    host: publicUrl.host,
    version: VERSION,
    root: join(import.meta.dirname, '..', '..'),
  })
  const parts = {
    surroundings,
    tokens,
    feedWaits,
    clients,
    builtConsole,
    budget,
    scopes,
    queries,
    portalQueries,
    supportQueries,
    portal,
    documentation,
    shownReset: demo && shownReset(demo, publicUrl, world),
  }
  const routes: Routes = {
    anywhere: healthRoutes(storage, { version: VERSION, ...(worker !== null && { worker }) }, () => stopping),
    operator: operatorRoutes(parts, demo === null ? [] : [outboxRoute(surroundings)]),
    suspended: suspendedRoutes(parts),
    landing: [
      landingRoute(publicUrl, demo),
      ...whichOperatorRoutes({ clients, tenants, publicUrl, environment: 'production' }),
      ...demoRoutes(demo, publicUrl, world),
      assetsRoute(),
    ],
    sandboxLanding: [...whichOperatorRoutes({ clients, tenants, publicUrl, environment: 'sandbox' }), assetsRoute()],
    developers: developerRoutes(parts, demo === null ? [] : [developersOutboxRoute(surroundings)]),
    support: staffRoutes(
      parts,
      demo === null ? [] : [supportOutboxRoute(surroundings, demo.platform?.staff.email ?? null)],
    ),
    elsewhere: [assetsRoute()],
  }
  const meters = new RequestMeters()
  // Loaded only where it is wanted: nobody else pays for it.
  const tracing = config.tracing && new (await import('./tracing/tracing.ts')).Tracing(config.tracing, log)
  const server = new HttpServer({
    router: new Router(config.publicUrl.hostname, tenants, routes, meters),
    meters,
    log,
    logStream,
    newRequestId: requestIds(randomBytes),
    showLost: showLostPage(world, { publicUrl, supportEmail: config.supportEmail, published: demo?.tenants ?? [] }),
    trustedProxies: config.trustedProxies,
    arrivalMs: config.arrivalMs,
    requestDeadlineMs: config.requestDeadlineMs,
    isHttps: publicUrl.protocol === 'https:',
    tracing,
  })
  const metrics = new Metrics({
    version: VERSION,
    meters,
    storage,
    usage,
    watch,
    requestsAtWork: () => server.requestsAtWork,
    feedWaits: () => feedWaits.size,
    spans: () => tracing?.counts ?? null,
    memories: () => ({ principals: tokens.remembered, clients: clients.remembered, tenants: tenants.remembered }),
  })
  if (worker !== null && config.metrics !== null) metrics.watch()
  const jobs = backgroundJobs({ world, reference, log, publicUrl, sandboxData, retention: config.retention })
  if (doesJobs) for (const job of [...jobs, webhooks]) job.start()
  const deliveries = couriersOf(config).map((courier) => new OutboxDelivery(storage, log, courier))
  for (const delivery of deliveries) delivery.start()

  return {
    world,
    reference,
    routes,
    webhooks,
    usage,
    schema: operator,
    listen: (port, hosts) => server.listen(port, hosts),
    listenForMetrics: async () =>
      config.metrics === null ? null : metrics.listen(config.metrics.port, config.metrics.host),
    readMetrics: () => metrics.text(),
    hasConsole: builtConsole !== null,
    close: async ({ drainMs, stopMs } = { drainMs: 0, stopMs: 10_000 }) => {
      const time = new StopTime(stopMs)
      stopping = true
      server.drain()
      feedWaits.stop()
      await pause(Math.min(drainMs, time.leftMs))
      for (const job of jobs) job.stop()
      await server.stop(time.leftMs - LAST_WRITES_MS)
      const lastSpans = tracing?.stop(time.leftMs / 2)
      await time.waitFor(
        Promise.all([usage.stop(), webhooks.stop(), lastSpans, ...deliveries.map((delivery) => delivery.stop())]),
      )
      watch.stop()
      metrics.close()
      await time.waitFor(storage.close())
    },
  }
}

const couriersOf = ({ smtpUrl, mailFrom, sms }: Config): Courier[] => [
  ...(smtpUrl === null ? [] : [mailCourier(smtpUrl, mailFrom)]),
  ...(sms === null ? [] : [smsCourier(sms)]),
]

const demoRoutes = (demo: DemoShow | null, publicUrl: URL, world: World) =>
  demo === null
    ? []
    : [
        ...demoApplicationRoutes(new DemoWalks(demo, publicUrl, randomBytes), publicUrl),
        demoLogoRoute(world, demo.applications),
      ]
