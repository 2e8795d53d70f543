/** A marketplace: empty legs of every operator that connected it on one page, a search among their aircraft, and holds. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from '@airside/client'

const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '', PORT = '9997' } = process.env
const service = process.env.AIRSIDE_SERVICE ?? 'http://localhost:8080'
const redirectUri = `http://localhost:${PORT}/callback`
const SCOPES = ['availability:read', 'sales:read', 'sales:write', 'aircraft:read']
const HOLD_MS = 24 * 3_600_000

const LEG = `emptyLegId version status isHeldByMe heldUntil earliest latest seatCount
  adep { iCAO } ades { iCAO } acftType { iCAO } price { amount currency }`
const ALL = `query($page: PageInput) {
  emptyLegList(filter: { statusList: [PUBLISHED, HELD] }, page: $page) { nodeList { ${LEG} } pageInfo { hasMore endCursor } }
}`
const SOME = `query($ids: [ID!]!) { emptyLegList(filter: { emptyLegIdList: $ids }) { nodeList { ${LEG} } } }`
const HOLD = `mutation($id: ID!, $version: Int!, $until: DateTime!, $key: String!) {
  emptyLegHold(emptyLegId: $id, expectedVersion: $version, until: $until, idempotencyKey: $key) { emptyLeg { ${LEG} } }
}`
const SEARCH = `query($leg: RequestedLegInput!) {
  availabilitySearch(input: { legList: [$leg] }) {
    seatCount positioningNm acftType { iCAO } legList { adep { iCAO } ades { iCAO } offBlock isPositioning }
  }
}`

interface Leg {
  readonly emptyLegId: string
  readonly version: number
  readonly status: string
  readonly isHeldByMe: boolean
  readonly heldUntil: string | null
  readonly earliest: string
  readonly latest: string
  readonly seatCount: number
  readonly adep: Place
  readonly ades: Place
  readonly acftType: Place
  readonly price: { amount: string; currency: string } | null
}

/** One connection per operator: each has an address, tokens and a budget of its own. */
const connectionTo = (operator: string) =>
  connect({ service, operator, environment: 'sandbox', application: { clientId, clientSecret, redirectUri } })
type Connection = ReturnType<typeof connectionTo>
const operators = new Map<string, { readonly airside: Connection; readonly legs: Map<string, Leg> }>()

/** An authorization that a browser began: it ends in the same browser, and once. */
type Pending = Awaited<ReturnType<Connection['authorizationLink']>>['pending']
const begun = new Map<string, { operator: string; airside: Connection; pending: Pending }>()

/** Takes the cursor first, then reads: what changes meanwhile is told again, and nothing is missed. */
const mirror = async (operator: string, airside: Connection): Promise<void> => {
  const legs = new Map<string, Leg>()
  const now = await airside.query('{ changeList(from: NOW) { pageInfo { endCursor } } }')
  for await (const leg of airside.paginate(ALL)) legs.set(leg.emptyLegId, leg as Leg)
  operators.set(operator, { airside, legs })
  follow(airside, legs, now.changeList.pageInfo.endCursor ?? undefined).catch((error: Error) => {
    // The operator disconnected us, or the cursor is too old: it has to connect again.
    console.error(`${operator}: ${error.message}`)
    operators.delete(operator)
  })
}

const follow = async (airside: Connection, legs: Map<string, Leg>, after: string | undefined): Promise<void> => {
  for await (const { entityId } of airside.changes({ after, entities: ['EMPTY_LEG'], follow: true })) {
    const { emptyLegList } = await airside.query(SOME, { ids: [entityId] })
    const [leg] = emptyLegList.nodeList as readonly Leg[]
    if (leg && /^(PUBLISHED|HELD)$/.test(leg.status)) legs.set(entityId, leg)
    else legs.delete(entityId)
  }
}

const hold = async (form: URLSearchParams): Promise<void> => {
  const { airside, legs } = operators.get(form.get('operator') ?? '') ?? { airside: null, legs: null }
  const leg = legs?.get(form.get('leg') ?? '')
  if (!airside || !leg) throw new Error('This leg is no longer offered')
  const until = new Date(Math.min(Date.now() + HOLD_MS, Date.parse(leg.latest))).toISOString()
  const { emptyLegId: id, version } = leg
  // Of two who hold one leg, the second is told STALE_VERSION; sent again, the same key does it once.
  const { emptyLegHold } = await airside.query(HOLD, { id, version, until, key: `hold-${id}-${version}` })
  legs.set(id, emptyLegHold.emptyLeg as Leg)
}

const escaped = (text: unknown): string => String(text ?? '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const time = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')}Z`
const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

const stateOf = (operator: string, { emptyLegId, isHeldByMe, heldUntil }: Leg): string => {
  if (isHeldByMe && heldUntil) return `held for you until ${time(heldUntil)}`
  // A hold ends by itself, which no change tells.
  if (heldUntil && Date.parse(heldUntil) > Date.now()) return 'held by another'
  return `<form method="post" action="/hold"><input type="hidden" name="operator" value="${escaped(operator)}"><input type="hidden" name="leg" value="${escaped(emptyLegId)}"><button>Hold for a day</button></form>`
}

const legRow = (operator: string, leg: Leg): string => {
  const { adep, ades, acftType, seatCount, earliest, price } = leg
  const aircraft = escaped(`${acftType.iCAO}, ${seatCount} seats`)
  const from = escaped(price ? `${price.amount} ${price.currency}` : 'on request')
  return row(escaped(operator), `${adep.iCAO} → ${ades.iCAO}`, time(earliest), aircraft, from, stateOf(operator, leg))
}

/** Every connected operator is asked, each pays from its own budget. */
const found = async (asked: URLSearchParams): Promise<string> => {
  const [adep, ades, date, pax] = ['from', 'to', 'date', 'pax'].map((name) => asked.get(name) ?? '')
  const leg = { adep, ades, date, paxCount: Number(pax) }
  const answers = await Promise.all(
    [...operators].map(async ([operator, { airside }]) => {
      const { availabilitySearch } = await airside.query(SEARCH, { leg })
      return availabilitySearch.slice(0, 3).map(({ acftType, seatCount, positioningNm, legList }: Option) => {
        const way = legList.map(
          ({ adep, ades, isPositioning }) => `${adep.iCAO}-${ades.iCAO}${isPositioning ? '*' : ''}`,
        )
        return row(
          escaped(operator),
          `${acftType.iCAO}, ${seatCount} seats`,
          way.join(' '),
          `${positioningNm} NM empty`,
        )
      })
    }),
  )
  return `<h2>Aircraft that can fly it</h2><table>${answers.flat().join('') || row('None is free')}</table>`
}
/** A place without a code has null. */
interface Place {
  readonly iCAO: string | null
}
interface Option {
  readonly seatCount: number
  readonly positioningNm: number
  readonly acftType: Place
  readonly legList: readonly { adep: Place; ades: Place; isPositioning: boolean }[]
}

const page = async (asked: URLSearchParams): Promise<string> => {
  const rows = [...operators].flatMap(([operator, { legs }]) =>
    [...legs.values()].filter(({ latest }) => Date.parse(latest) > Date.now()).map((leg) => legRow(operator, leg)),
  )
  const names = [...operators.keys()].map(escaped).join(', ') || 'none'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty legs</title><h1>Empty legs</h1><table>${rows.join('')}</table>
<form action="/"><label>From <input name="from" size="4"></label> <label>To <input name="to" size="4"></label> <label>Day <input name="date" type="date"></label>
<label>Passengers <input name="pax" value="4" size="2"></label> <button>Search aircraft</button></form>${asked.has('from') ? await found(asked) : ''}
<form action="/connect"><p>Connected operators: ${names}. <label>Another <input name="operator" value="alpine"></label> <button>Connect</button></p></form></html>`
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > 1000) throw new Error('This form is too long')
  }
  return new URLSearchParams(text)
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', `http://localhost:${PORT}`)
  const visit = /(?:^|; )visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const seeOther = (location: string) => response.writeHead(303, { location }).end()
  if (url.pathname === '/connect') {
    const operator = url.searchParams.get('operator') ?? ''
    const airside = connectionTo(operator)
    const { url: link, pending } = await airside.authorizationLink(SCOPES)
    const id = randomUUID()
    begun.set(id, { operator, airside, pending })
    response.setHeader('set-cookie', `visit=${id}; Path=/; HttpOnly; SameSite=Lax`)
    seeOther(String(link))
  } else if (url.pathname === '/callback') {
    const here = begun.get(visit ?? '')
    if (!here) throw new Error('This authorization was not begun in this browser')
    begun.delete(visit ?? '')
    const { operator, airside, pending } = here
    await airside.completeAuthorization(url, pending)
    await mirror(operator, airside)
    seeOther('/')
    // A form of another site brings no cookie along (SameSite), so it can hold nothing.
  } else if (url.pathname === '/hold' && request.method === 'POST' && visit) {
    await hold(await bodyOf(request))
    seeOther('/')
  } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(await page(url.searchParams))
}

createServer((request, response) => {
  answer(request, response).catch((error: Error) => {
    response.writeHead(502, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>Refused</title><p>${escaped(error.message)}</p><p><a href="/">Back</a></p>`)
  })
}).listen(Number(PORT), () => console.log(`http://localhost:${PORT}/`))
