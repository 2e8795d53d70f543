/** A copy of an operator's flights, trips, aircraft, blocks and duties, kept by following the change feed alone. */
import { type Integration, z } from './integration.ts'

const MONTH_MS = 30 * 86_400_000

const around = (now: number) => ({ from: z(now - MONTH_MS), to: z(now + MONTH_MS) })

/** Of each kind: how it is read by id, how it is listed, and what is read of it. */
const KINDS = {
  FLIGHT: {
    id: 'flightId',
    list: 'flightList(filter: { interval: $months }, page: { first: 10 })',
    fields: `flightId version status statusReason legNumber riskReasonList schedule { offBlock onBlock } estimate { offBlock onBlock }
      actual { offBlock takeOff landing onBlock impliedList } adep { iCAO } arrivalAirport { iCAO } paxCount { total }
      crewList { position crewMember { code } } passengerList { name } timeReportList { event at source isUsed }
      historyList { from to reason fieldList } fuel { blockOff uplift }`,
  },
  TRIP: { id: 'tripId', list: 'tripList(page: { first: 10 })', fields: 'tripId version status' },
  AIRCRAFT: {
    id: 'aircraftId',
    list: 'aircraftList(page: { first: 10 })',
    fields: 'aircraftId version hours { airframeMinutes cycles asOf }',
  },
  UNAVAILABILITY: {
    id: 'unavailabilityId',
    list: 'unavailabilityList(filter: { interval: $months }, page: { first: 10 })',
    fields: 'unavailabilityId version from to reason',
  },
  DUTY: {
    id: 'dutyId',
    list: 'dutyList(filter: { interval: $months }, page: { first: 10 })',
    fields: 'dutyId version startAt endAt plannedEndAt actualEndAt flightIdList endAirport { iCAO }',
  },
} as const

type Kind = keyof typeof KINDS
const NAMES = Object.keys(KINDS) as Kind[]

export class Mirror {
  readonly #integration: Integration
  #cursor: string | null = null
  #copy = new Map<string, string>()

  constructor(integration: Integration) {
    this.#integration = integration
  }

  /** In one order, so that equal copies compare as equal. */
  get copy(): Record<string, string> {
    return Object.fromEntries([...this.#copy].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** First a cursor, then everything there is. */
  async start(): Promise<void> {
    await this.#read(async () => {})
    this.#copy = new Map(Object.entries(await this.fresh()))
  }

  async follow(): Promise<void> {
    await this.#read(async (kind, id) => {
      const { id: name, fields } = KINDS[kind]
      const field = kind.toLowerCase()
      const { one } = await this.#integration.ask(`query ($id: ID!) { one: ${field}(${name}: $id) { ${fields} } }`, {
        id,
      })
      if (one === null) this.#copy.delete(`${kind} ${id}`)
      else this.#copy.set(`${kind} ${id}`, JSON.stringify(one))
    })
  }

  /** Everything that there is now, read anew. */
  async fresh(reader = this.#integration): Promise<Record<string, string>> {
    const found: [string, string][] = []
    for (const kind of NAMES) {
      const { id, list, fields } = KINDS[kind]
      const head = list.includes('$months') ? 'query ($months: IntervalInput!)' : 'query'
      const { all } = await reader.ask(`${head} { all: ${list} { nodeList { ${fields} } } }`, {
        months: around(Date.now()),
      })
      for (const node of all.nodeList) found.push([`${kind} ${node[id]}`, JSON.stringify(node)])
    }
    return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  async #read(take: (kind: Kind, id: string) => Promise<void>): Promise<void> {
    for (;;) {
      const { changeList } = await this.#integration.ask(
        `query ($after: String) { changeList(after: $after, entityList: [${NAMES.join(', ')}], first: 50) {
          nodeList { entity entityId } pageInfo { endCursor hasMore } } }`,
        { after: this.#cursor },
      )
      for (const { entity, entityId } of changeList.nodeList) await take(entity, entityId)
      this.#cursor = changeList.pageInfo.endCursor
      if (!changeList.pageInfo.hasMore) return
    }
  }
}
