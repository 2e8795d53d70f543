/** Charter requests and quotes, as marketplaces and the operator write them over HTTP. */
import type { CharterRequest } from '../../src/domain/operations/sales/charter-request.ts'
import type { Quote } from '../../src/domain/operations/sales/quote.ts'
import { CHARTER_REQUEST } from '../../src/storage/operations/sales/charter-requests.ts'
import { QUOTE } from '../../src/storage/operations/sales/quotes.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { type Integration, z } from './integration.ts'
import { SalesScene } from './sales-scene.ts'
import type { TestServer } from './test-server.ts'

const ERRORS = 'userErrorList { code message path }'
const REQUEST = `charterRequest { charterRequestId version status } ${ERRORS}`
const QUOTED = `quote { quoteId version status revision } trip { tripId status } warningList { code } ${ERRORS}`

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the scene's own query asks for
type Data = any

export interface Asked {
  readonly charterRequestId: string
  readonly version: number
}

export interface Offered {
  readonly quoteId: string
  readonly version: number
}

/** A request that the operator wrote down for that time, and a quote that was sent for it. */
export const offerOnce = async (
  key: Integration,
  aircraftId: string | undefined,
  at: number,
): Promise<{ readonly charterRequestId: string; readonly quoteId: string }> => {
  const window = { earliest: z(at), latest: z(at + 2 * 3_600_000) }
  const { charterRequest } = await key.did(
    key.change(`mutation ($input: CharterRequestInput!) { charterRequestCreate(input: $input) { ${REQUEST} } }`, {
      input: {
        buyer: { kind: 'CLIENT', name: 'Noor', surname: 'Haddad' },
        legList: [{ adep: 'LSZH', ades: 'LFMN', ...window, paxCount: 4 }],
      },
    }),
  )
  const { charterRequestId } = charterRequest
  const { quote } = await key.did(
    key.change(`mutation ($input: QuoteInput!) { quoteCreate(input: $input) { ${QUOTED} } }`, {
      input: {
        charterRequestId,
        aircraftId,
        legList: [{ adep: 'LSZH', ades: 'LFMN', offBlock: z(at) }],
        lineList: [{ kind: 'FLIGHT', label: 'Zurich to Nice', unitPrice: price('12850.00') }],
        validUntil: z(at),
      },
    }),
  )
  const { quoteId } = quote
  await key.did(
    key.change(`mutation ($id: ID!) { quoteStatusSet(quoteId: $id, status: SENT, expectedVersion: 1) { ${ERRORS} } }`, {
      id: quoteId,
    }),
  )
  return { charterRequestId, quoteId }
}

export const price = (amount: string, currency = 'EUR') => ({ amount, currency })

export class QuoteScene {
  readonly sales: SalesScene
  #days = 10

  private constructor(sales: SalesScene) {
    this.sales = sales
  }

  static async open(server: TestServer): Promise<QuoteScene> {
    return new QuoteScene(await SalesScene.open(server))
  }

  get key(): Integration {
    return this.sales.key
  }

  /** Hours of a day that no other request of the scene has. */
  day(): number {
    return 24 * this.#days++
  }

  /** From Zurich to Nice, with a window of two hours. */
  leg(hours = this.day(), more: object = {}): object {
    const window = { earliest: this.sales.time(hours), latest: this.sales.time(hours + 2) }
    return { adep: 'LSZH', ades: 'LFMN', ...window, paxCount: 4, ...more }
  }

  ask(by: Integration, more: object = {}): Promise<Data> {
    const input = { buyer: { kind: 'CLIENT', name: 'Noor', surname: 'Haddad' }, legList: [this.leg()], ...more }
    return by.change(`mutation ($input: CharterRequestInput!) { charterRequestCreate(input: $input) { ${REQUEST} } }`, {
      input,
    })
  }

  async asked(by: Integration, more: object = {}): Promise<Asked> {
    return (await by.did(this.ask(by, more))).charterRequest
  }

  change(by: Integration, { charterRequestId, version }: Asked, input: object): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $input: CharterRequestUpdateInput!, $v: Int!) {
        charterRequestUpdate(charterRequestId: $id, input: $input, expectedVersion: $v) { ${REQUEST} } }`,
      { id: charterRequestId, input, v: version },
    )
  }

  setRequest(by: Integration, { charterRequestId, version }: Asked, status: string): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $status: CharterRequestStatus!, $v: Int!) {
        charterRequestStatusSet(charterRequestId: $id, status: $status, expectedVersion: $v) { ${REQUEST} } }`,
      { id: charterRequestId, status, v: version },
    )
  }

  draft(by: Integration, { charterRequestId }: Pick<Asked, 'charterRequestId'>, more: object = {}): Promise<Data> {
    const input = {
      charterRequestId,
      aircraftId: this.sales.fleet.aircraft[0]?.aircraftId,
      lineList: [{ kind: 'FLIGHT', label: 'Zurich to Nice', unitPrice: price('12850.00') }],
      validUntil: this.sales.time(48),
      ...more,
    }
    return by.change(`mutation ($input: QuoteInput!) { quoteCreate(input: $input) { ${QUOTED} } }`, { input })
  }

  async drafted(request: Asked, more: object = {}): Promise<Offered> {
    return (await this.key.did(this.draft(this.key, request, more))).quote
  }

  async sent(request: Asked, more: object = {}): Promise<Offered> {
    return (await this.key.did(this.set(this.key, await this.drafted(request, more), 'SENT'))).quote
  }

  update(by: Integration, { quoteId, version }: Offered, input: object): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $input: QuoteUpdateInput!, $v: Int!) {
        quoteUpdate(quoteId: $id, input: $input, expectedVersion: $v) { ${QUOTED} } }`,
      { id: quoteId, input, v: version },
    )
  }

  revise(by: Integration, { quoteId, version }: Offered): Promise<Data> {
    return by.change(`mutation ($id: ID!, $v: Int!) { quoteRevise(quoteId: $id, expectedVersion: $v) { ${QUOTED} } }`, {
      id: quoteId,
      v: version,
    })
  }

  set(by: Integration, { quoteId, version }: Offered, status: string, reason?: string): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $status: QuoteStatus!, $reason: String, $v: Int!) {
        quoteStatusSet(quoteId: $id, status: $status, reason: $reason, expectedVersion: $v) { ${QUOTED} } }`,
      { id: quoteId, status, reason, v: version },
    )
  }

  async readRequest(by: Integration, { charterRequestId }: Pick<Asked, 'charterRequestId'>, fields = 'version status') {
    const text = `query ($id: ID!) { charterRequest(charterRequestId: $id) { ${fields} } }`
    return (await by.ask(text, { id: charterRequestId })).charterRequest
  }

  async readQuote(by: Integration, { quoteId }: Pick<Offered, 'quoteId'>, fields = 'version status'): Promise<Data> {
    return (await by.ask(`query ($id: ID!) { quote(quoteId: $id) { ${fields} } }`, { id: quoteId })).quote
  }

  /** Puts a request into a state by hand. */
  putRequest({ charterRequestId }: Pick<Asked, 'charterRequestId'>, changes: Partial<CharterRequest>): Promise<Asked> {
    return this.sales.server.world.storage.writeTenant(this.sales.scene.at.tenant.tenantId, async (tx) => {
      const view = writingAs(tx, { of: 'operator' })
      const before = (await recordById(view, CHARTER_REQUEST, charterRequestId)) as CharterRequest
      return changeRecord(tx, CHARTER_REQUEST, before, changes)
    })
  }

  /** Puts a quote into a state by hand. */
  putQuote({ quoteId }: Pick<Offered, 'quoteId'>, changes: Partial<Quote>): Promise<Offered> {
    return this.sales.server.world.storage.writeTenant(this.sales.scene.at.tenant.tenantId, async (tx) => {
      const before = (await recordById(writingAs(tx, { of: 'operator' }), QUOTE, quoteId)) as Quote
      return changeRecord(tx, QUOTE, before, changes)
    })
  }
}
