/** An operator on its day of operation: flights around now, released and flown through the API. */
import { type Fleet, seedFleet } from './fleet.ts'
import { Integration, z } from './integration.ts'
import type { TestServer, TestTenant } from './test-server.ts'

const MINUTE_MS = 60_000

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

interface Named {
  readonly flightId: string
}

export class OperatingDay {
  readonly tenant: TestTenant
  readonly fleet: Fleet
  readonly key: Integration
  /** Now, to the minute. */
  readonly now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

  constructor(tenant: TestTenant, fleet: Fleet, key: Integration) {
    this.tenant = tenant
    this.fleet = fleet
    this.key = key
  }

  static async open(server: TestServer, operatorId: string, scope?: string): Promise<OperatingDay> {
    const { production } = await server.operator(operatorId)
    const fleet = await seedFleet(server.world.storage, production.tenant.tenantId)
    return new OperatingDay(production, fleet, await Integration.of(production, scope))
  }

  /** The same day with a new token: the clock was moved. */
  static async again(day: OperatingDay): Promise<OperatingDay> {
    return new OperatingDay(day.tenant, day.fleet, await Integration.of(day.tenant))
  }

  /** A time some minutes from now. */
  at(minutes: number): string {
    return z(this.now + minutes * MINUTE_MS)
  }

  aircraftId(index = 0): string {
    return this.fleet.aircraft[index]?.aircraftId ?? ''
  }

  member(index: number): string {
    return this.fleet.crew[index]?.crewMemberId ?? ''
  }

  /** Planned from and to these minutes from now, CONFIRMED unless said otherwise. */
  async plan(from: number, to: number, more: object = {}): Promise<Data> {
    const input = { aircraftId: this.aircraftId(), offBlock: this.at(from), onBlock: this.at(to), status: 'CONFIRMED' }
    return (await this.key.did(this.key.createFlight({ ...input, ...more }))).flight
  }

  /** Two pilots: the commander and a first officer. */
  crewList(commander = 0, firstOfficer = 2): object[] {
    return [
      { crewMemberId: this.member(commander), position: 'CPT' },
      { crewMemberId: this.member(firstOfficer), position: 'FO' },
    ]
  }

  async crew({ flightId }: Named, crewList: object[] = this.crewList()): Promise<Data> {
    return this.key.did(this.key.setCrew(flightId, crewList, await this.version({ flightId })))
  }

  async release({ flightId }: Named): Promise<Data> {
    return this.key.did(this.key.setStatus(flightId, 'RELEASED', await this.version({ flightId })))
  }

  /** Planned, crewed and released. */
  async released(from: number, to: number, more: object = {}): Promise<Data> {
    const flight = await this.plan(from, to, more)
    await this.crew(flight)
    return (await this.release(flight)).flight
  }

  /** Reports with the operator's key, which must not be refused. */
  async report({ flightId }: Named, input: object): Promise<Data> {
    return this.key.did(this.key.report({ flightId, ...input }))
  }

  async set({ flightId }: Named, status: string, reason?: string): Promise<Data> {
    return this.key.setStatus(flightId, status, await this.version({ flightId }), reason)
  }

  async read({ flightId }: Named, fields: string): Promise<Data> {
    return (await this.key.ask(`query ($id: ID!) { flight(flightId: $id) { ${fields} } }`, { id: flightId })).flight
  }

  async version(flight: Named): Promise<number> {
    return (await this.read(flight, 'version')).version
  }

  /** What the feed tells of one flight, oldest first. */
  async told({ flightId }: Named): Promise<string[][]> {
    const { changeList } = await this.key.ask(
      '{ changeList(first: 500, entityList: [FLIGHT]) { nodeList { entityId fieldList } } }',
    )
    return changeList.nodeList
      .filter(({ entityId }: { entityId: string }) => entityId === flightId)
      .map(({ fieldList }: { fieldList: string[] }) => fieldList)
  }
}

export const codesOf = (list: readonly { readonly code: string }[]): string[] => list.map(({ code }) => code)
