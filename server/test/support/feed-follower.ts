/** A second integration that keeps a copy of the operator's records by following the change feed. */
import type { Integration } from './integration.ts'

type Copy = Map<string, string>

const YEARS = { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }

const FIELDS = {
  AIRCRAFT:
    'aircraftId registration status seatCount version unavailabilityList(interval: $years) { unavailabilityId }',
  FLIGHT: `flightId status version opsNote schedule { offBlock onBlock } aircraft { registration } trip { tripId } actual { offBlock takeOff landing onBlock }`,
} as const

type Kind = keyof typeof FIELDS

const LISTS = {
  AIRCRAFT: `query ($years: IntervalInput!, $after: String) {
    aircraftList(page: { first: 7, after: $after }) { nodeList { ${FIELDS.AIRCRAFT} } pageInfo { endCursor hasMore } } }`,
  FLIGHT: `query ($years: IntervalInput!, $after: String) {
    flightList(filter: { interval: $years }, page: { first: 7, after: $after }) { nodeList { ${FIELDS.FLIGHT} } pageInfo { endCursor hasMore } } }`,
} as const

const ONE = {
  AIRCRAFT: `query ($id: ID!, $years: IntervalInput!) { one: aircraft(aircraftId: $id) { ${FIELDS.AIRCRAFT} } }`,
  FLIGHT: `query ($id: ID!) { one: flight(flightId: $id) { ${FIELDS.FLIGHT} } }`,
} as const

const KINDS = Object.keys(FIELDS) as Kind[]

/** Everything that the integration sees now, read page by page. */
export const snapshot = async (integration: Integration): Promise<Copy> => {
  const copy: Copy = new Map()
  for (const kind of KINDS) {
    let after: string | null = null
    for (;;) {
      const page: { nodeList: Record<string, unknown>[]; pageInfo: { endCursor: string; hasMore: boolean } } =
        Object.values(await integration.ask(LISTS[kind], { years: YEARS, after }))[0] as never
      for (const node of page.nodeList) copy.set(`${kind} ${node.flightId ?? node.aircraftId}`, JSON.stringify(node))
      after = page.pageInfo.endCursor
      if (!page.pageInfo.hasMore) break
    }
  }
  return copy
}

interface ChangeSeen {
  readonly entity: Kind
  readonly entityId: string
  readonly kind: 'CREATED' | 'UPDATED' | 'DELETED'
}

export class FeedFollower {
  readonly seen: ChangeSeen[] = []
  readonly #integration: Integration
  #cursor: string | null = null
  #copy: Copy = new Map()

  constructor(integration: Integration) {
    this.#integration = integration
  }

  get copy(): Copy {
    return this.#copy
  }

  /** First a cursor, then a snapshot: what happens in between is told again, not missed. */
  async start(): Promise<void> {
    await this.#read(async () => {})
    this.seen.length = 0
    this.#copy = await snapshot(this.#integration)
  }

  /** Takes over what happened since the last time. */
  follow(): Promise<void> {
    return this.#read(async (change) => {
      const key = `${change.entity} ${change.entityId}`
      this.seen.push(change)
      if (change.kind === 'DELETED') this.#copy.delete(key)
      else {
        const { one } = await this.#integration.ask(ONE[change.entity], { id: change.entityId, years: YEARS })
        if (one === null) this.#copy.delete(key)
        else this.#copy.set(key, JSON.stringify(one))
      }
    })
  }

  async #read(take: (change: ChangeSeen) => Promise<void>): Promise<void> {
    for (;;) {
      const { changeList } = await this.#integration.ask(
        `query ($after: String) { changeList(after: $after, entityList: [AIRCRAFT, FLIGHT], first: 5) {
          nodeList { entity entityId kind } pageInfo { endCursor hasMore } } }`,
        { after: this.#cursor },
      )
      for (const change of changeList.nodeList) await take(change)
      this.#cursor = changeList.pageInfo.endCursor
      if (!changeList.pageInfo.hasMore) return
    }
  }
}
