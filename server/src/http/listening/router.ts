/**
 * Finds the route of a request: host name first, then path, then method. A path without its trailing slash is 404 and
 * names the right one; there is never a redirect (access-model §2).
 */

import { type Address, addressOf, type OperatorAddress } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { BoundedCache } from '../../services/bounded-cache.ts'
import type { TenantDirectory } from '../../services/tenancy/tenant-directory.ts'
import type { Exchange } from './exchange.ts'
import { Lost } from './lost.ts'
import type { RequestMeters, RouteMeter } from './request-meters.ts'
import type { Route } from './route.ts'

export interface Routes {
  /** Routes that answer under any host name. */
  readonly anywhere: readonly Route<void>[]
  readonly operator: readonly Route<Tenant>[]
  /** At the address of a suspended operator: what an administrator needs to sign in and read the reason. */
  readonly suspended: readonly Route<Tenant>[]
  /** The bare host, and the bare host of sandboxes, where only an authorization begins. */
  readonly landing: readonly Route<void>[]
  readonly sandboxLanding: readonly Route<void>[]
  /** The door is the realm of members and of staff: the store keeps it as a tenant. */
  readonly developers: readonly Route<Tenant>[]
  readonly support: readonly Route<Tenant>[]
  /** Routes under an unknown host name: what the page about it needs. */
  readonly elsewhere: readonly Route<void>[]
}

/** A route with the meter that counts its requests. */
interface Metered<Door> {
  readonly route: Route<Door>
  readonly meter: RouteMeter
}

type RouteTable<Door> = ReadonlyMap<string, readonly Metered<Door>[]>

const tableOf = <Door>(meters: RequestMeters, site: string, routes: readonly Route<Door>[]): RouteTable<Door> =>
  Map.groupBy(
    routes.map((route) => ({ route, meter: meters.meter(site, route) })),
    ({ route }) => route.path,
  )

const unknownPath = (path: string, table: RouteTable<never>, tenant: Tenant | null): Lost => {
  const withSlash = `${path}/`
  const isSlashMissing = table.has(withSlash) || table.has(`${withSlash}*`)
  const description = isSlashMissing
    ? `There is nothing at ${path}: the path is ${withSlash}`
    : 'There is nothing at this path'
  return new Lost(description, { kind: 'path', meant: isSlashMissing ? withSlash : null }, tenant)
}

/** Some GraphQL clients send queries by GET unless they are told not to. */
const SENDS_POST =
  '. If your GraphQL client sends GET, set preferGetMethod: false (urql) or useGETForQueries: false (Apollo)'

const wrongMethod = (routes: readonly Metered<never>[], tenant: Tenant | null): Lost => {
  const allow = routes.flatMap(({ route: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const isQuery = routes.some(({ route: { endpoint } }) => endpoint === 'query')
  return new Lost(`This path answers ${allow}${isQuery ? SENDS_POST : ''}`, { kind: 'method', allow }, tenant)
}

/**
 * A prefix route ends in `*`: it matches everything below its folder, except a path that only lacks its trailing slash.
 */
const matching = <Door>(table: RouteTable<Door>, path: string): readonly Metered<Door>[] | undefined =>
  table.get(path) ?? (table.has(`${path}/`) ? undefined : table.get(`${path.slice(0, path.indexOf('/', 1) + 1)}*`))

const MAX_ADDRESSES = 10_000

export class Router {
  readonly #baseName: string
  readonly #tenants: TenantDirectory
  /** Parsed host names, because parsing takes longer than a look-up. */
  readonly #addresses = new BoundedCache<Address>(MAX_ADDRESSES)
  readonly #anywhere: RouteTable<void>
  readonly #operator: RouteTable<Tenant>
  readonly #suspended: RouteTable<Tenant>
  readonly #realms: Readonly<Record<'developers' | 'support', RouteTable<Tenant>>>
  readonly #others: Readonly<Record<'landing' | 'sandboxLanding' | 'elsewhere', RouteTable<void>>>

  constructor(baseName: string, tenants: TenantDirectory, routes: Routes, meters: RequestMeters) {
    this.#baseName = baseName
    this.#tenants = tenants
    const table = <Door>(site: string, ofSite: readonly Route<Door>[]) => tableOf(meters, site, ofSite)
    this.#anywhere = table('anywhere', routes.anywhere)
    this.#operator = table('operator', routes.operator)
    this.#suspended = table('suspended', routes.suspended)
    this.#realms = { developers: table('developers', routes.developers), support: table('support', routes.support) }
    this.#others = {
      landing: table('landing', routes.landing),
      sandboxLanding: table('sandboxLanding', routes.sandboxLanding),
      elsewhere: table('elsewhere', routes.elsewhere),
    }
  }

  dispatch(exchange: Exchange, host: string): void | Promise<void> {
    if (this.#anywhere.has(exchange.path)) return this.#answer(exchange, this.#anywhere, undefined, null)
    const address = this.#addressOf(host)
    if (address?.kind === 'operator') {
      return this.#toTenant(exchange, address, this.#operator)
    }
    if (!address) return this.#lead(exchange, new Lost('There is no such address here', { kind: 'address' }))
    if (address.kind === 'landing') {
      const { landing, sandboxLanding } = this.#others
      return this.#answer(exchange, address.environment === 'sandbox' ? sandboxLanding : landing, undefined, null)
    }
    const realm = { operatorId: address.kind, environment: 'production' } as const
    return this.#toTenant(exchange, realm, this.#realms[address.kind])
  }

  #addressOf(host: string): Address | null {
    const known = this.#addresses.get(host)
    if (known) return known
    const address = addressOf(host, this.#baseName)
    if (address) this.#addresses.set(host, address)
    return address
  }

  #toTenant(exchange: Exchange, sought: OperatorAddress, table: RouteTable<Tenant>): void | Promise<void> {
    const found = this.#tenants.find(sought.operatorId, sought.environment)
    if (!(found instanceof Promise)) return this.#atTenant(exchange, found, table)
    return found.then(
      (tenant) => (tenant ? this.#atTenant(exchange, tenant, table) : this.#atNoOpenTenant(exchange, sought)),
      (error) => {
        // Without the store nobody knows whether it exists; the log says which one the address names.
        exchange.noted.operator = sought.operatorId
        exchange.noted.environment = sought.environment
        throw error
      },
    )
  }

  #atTenant(exchange: Exchange, tenant: Tenant, table: RouteTable<Tenant>): void | Promise<void> {
    const { noted } = exchange
    noted.tenantId = tenant.tenantId
    noted.operator = tenant.operatorId
    noted.environment = tenant.environment
    if (tenant.environment === 'sandbox') exchange.aheadMs = () => this.#tenants.aheadMs(tenant)
    return this.#answer(exchange, table, tenant, tenant)
  }

  async #atNoOpenTenant(exchange: Exchange, { operatorId, environment }: OperatorAddress): Promise<void> {
    const suspended = await this.#tenants.findSuspended(operatorId, environment)
    if (!suspended) {
      return this.#lead(
        exchange,
        new Lost('There is no such operator here', { kind: 'operator', operatorId, environment }),
      )
    }
    const { tenant, since } = suspended
    if (matching(this.#suspended, exchange.path)) return this.#atTenant(exchange, tenant, this.#suspended)
    const day = new Date(since).toISOString().slice(0, 10)
    const description = `This operator is suspended since ${day}: nothing is answered here until it is resumed`
    throw new Lost(description, { kind: 'suspended', since }, tenant)
  }

  /** Under an unknown host name, only what the page about it needs is served. */
  #lead(exchange: Exchange, lost: Lost): void | Promise<void> {
    if (!matching(this.#others.elsewhere, exchange.path)) throw lost
    return this.#answer(exchange, this.#others.elsewhere, undefined, null)
  }

  #answer<Door>(exchange: Exchange, table: RouteTable<Door>, door: Door, tenant: Tenant | null): void | Promise<void> {
    const routes = matching(table, exchange.path)
    if (!routes) throw unknownPath(exchange.path, table as RouteTable<never>, tenant)
    const method = exchange.req.method === 'HEAD' ? 'GET' : exchange.req.method
    const found = routes.find(({ route }) => route.method === method)
    if (!found) throw wrongMethod(routes as readonly Metered<never>[], tenant)
    exchange.meter = found.meter
    return found.route.handle(exchange, door)
  }
}
