/** A handler's desk: the visits of the next two days of an operator, what is asked for, and the answers. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type PendingAuthorization, type Schema } from '@airside/client'

const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '', PORT = '9995' } = process.env
const service = process.env.AIRSIDE_SERVICE ?? 'http://localhost:8080'
const operator = process.env.AIRSIDE_OPERATOR ?? 'alpine'
const redirectUri = `http://localhost:${PORT}/callback`
const SCOPES = ['service:read', 'service:write', 'flight:read', 'aircraft:read', 'movement:write', 'manifest:read']
const DAY_MS = 86_400_000

const LEG = 'flightId flightNo callsign adepICAO adesICAO paxCount crewCount status actual { offBlock onBlock }'
const VISIT = `visitId airport { iCAO } registration acftICAO arriveAt departAt
  arrival { ${LEG} } departure { ${LEG} }
  serviceRequestList { serviceRequestId version kind status quantity unit instructions reviewReasonList }`
const AHEAD = `query($filter: VisitFilter!, $page: PageInput) {
  visitList(filter: $filter, page: $page) { nodeList { ${VISIT} } pageInfo { hasMore endCursor } }
}`
const ANSWER = `mutation($id: ID!, $version: Int!, $status: ServiceStatus!, $reason: String, $result: ServiceResultInput, $key: String!) {
  serviceRequestStatusSet(serviceRequestId: $id, expectedVersion: $version, status: $status, reason: $reason, result: $result,
    idempotencyKey: $key) { serviceRequest { status } }
}`
const ON_BLOCK = `mutation($input: MovementInput!, $key: String!) {
  flightMovementReport(input: $input, idempotencyKey: $key) { flight { flightId } }
}`

/** The answers that a handler may give in each state. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  REQUESTED: ['ACKNOWLEDGED', 'CONFIRMED', 'REJECTED'],
  ACKNOWLEDGED: ['CONFIRMED', 'REJECTED'],
  REVIEW: ['CONFIRMED', 'REJECTED'],
  CONFIRMED: ['COMPLETED'],
  CANCELLATION_REQUESTED: ['CANCELLED'],
}
const IS_ANSWERED = ['ACKNOWLEDGED', 'CONFIRMED', 'REVIEW', 'COMPLETED']

/** What is selected above, and no more, is there. */
type Visit = Schema.Visit
type Leg = Schema.VisitLeg
type Request = Schema.ServiceRequest

const airside = connect({
  service,
  operator,
  environment: 'sandbox',
  application: { clientId, clientSecret, redirectUri },
})

/** The board: read once, then what the change feed names is read again. */
const board = new Map<string, Visit>()

const read = async (filter: object): Promise<Visit[]> => {
  const visits: Visit[] = []
  for await (const visit of airside.paginate(AHEAD, { filter })) visits.push(visit as Visit)
  return visits
}

/** Takes the cursor first, then reads: what changes meanwhile is told again, and nothing is missed. */
const begin = async (): Promise<void> => {
  const { changeList } = await airside.query('{ changeList(from: NOW) { pageInfo { endCursor } } }')
  await readAhead()
  follow(changeList.pageInfo.endCursor ?? undefined).catch((error: Error) => console.error(error.message))
}

const readAhead = async (): Promise<void> => {
  const [from, to] = [-DAY_MS / 2, 2 * DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString())
  const visits = await read({ interval: { from, to } })
  board.clear()
  for (const visit of visits) board.set(visit.visitId, visit)
}

const follow = async (after: string | undefined): Promise<void> => {
  // A request does not name its visit in the feed: what is to be done in two days is few enough to be read again.
  for await (const { entity, entityId } of airside.changes({
    after,
    entities: ['VISIT', 'SERVICE_REQUEST'],
    follow: true,
  })) {
    if (entity === 'SERVICE_REQUEST') await readAhead()
    else {
      const [visit] = await read({ visitIdList: [entityId] })
      if (visit) board.set(entityId, visit)
      else board.delete(entityId)
    }
  }
}

/** The version is that of the page that was pressed: who answers while the flight moves is told STALE_VERSION. */
const answerRequest = async (form: URLSearchParams): Promise<void> => {
  const [id = '', status = '', charge = ''] = ['request', 'status', 'charge'].map((name) => form.get(name) ?? '')
  const version = Number(form.get('version'))
  const net = { amount: charge, currency: 'EUR' }
  const charges = [{ label: 'As agreed', net, isCancellationFee: status === 'CANCELLED' }]
  const result = charge === '' ? null : { chargeList: charges }
  const reason = status === 'REJECTED' ? form.get('reason') || 'No capacity' : null
  // The same key for the same press: sent again by an impatient browser, it is answered once.
  await airside.query(ANSWER, { id, version, status, reason, result, key: `${status}-${id}-${version}` })
  await readAhead()
}

const reportOnBlock = async (form: URLSearchParams): Promise<void> => {
  const onBlock = `${new Date().toISOString().slice(0, 16)}:00Z`
  const input = { flightId: form.get('flight') ?? '', onBlock }
  await airside.query(ON_BLOCK, { input, key: `on-${input.flightId}-${onBlock}` })
  await readAhead()
}

const escaped = (text: unknown): string => String(text ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const time = (moment: string | null): string => (moment ? `${moment.slice(5, 16).replace('T', ' ')}Z` : '–')
const legWords = (leg: Leg | null): string =>
  leg ? `${leg.flightNo} ${leg.adepICAO}-${leg.adesICAO}, ${leg.paxCount} passengers, ${leg.crewCount} crew` : 'none'

const requestRow = ({ serviceRequestId, version, kind, status, ...request }: Request): string => {
  const { quantity, unit, instructions, reviewReasonList } = request
  const what = [kind, quantity && `${quantity} ${unit ?? ''}`, instructions].filter(Boolean).join(', ')
  const why = reviewReasonList.length > 0 ? ` (changed: ${reviewReasonList.join(', ')})` : ''
  const buttons = (ANSWERS[status] ?? []).map((next) => `<button name="status" value="${next}">${next}</button>`)
  const charge = /CONFIRMED|CANCELLATION/.test(status) ? '<label>EUR <input name="charge" size="6"></label> ' : ''
  const hidden = `<input type="hidden" name="request" value="${escaped(serviceRequestId)}"><input type="hidden" name="version" value="${version}">`
  return `<li>${escaped(what)}: <b>${status}</b>${escaped(why)} <form method="post" action="/answer">${hidden}${charge}${buttons.join(' ')}</form></li>`
}

const visitPart = (visit: Visit): string => {
  const { airport, registration, acftICAO, arriveAt, departAt, arrival, departure, serviceRequestList } = visit
  const isOurs = serviceRequestList.some(({ status }) => IS_ANSWERED.includes(status))
  const mayReport = arrival && isOurs && !arrival.actual.onBlock && Date.parse(arriveAt ?? '') < Date.now()
  const report = `<form method="post" action="/on-block"><input type="hidden" name="flight" value="${escaped(arrival?.flightId)}"><button>On block now</button></form>`
  return `<section><h2>${escaped(`${registration} (${acftICAO}) at ${airport.iCAO}`)}</h2>
<p>In ${time(arriveAt)}: ${escaped(legWords(arrival))}. Out ${time(departAt)}: ${escaped(legWords(departure))}.</p>${mayReport ? report : ''}
<ul>${serviceRequestList.map(requestRow).join('')}</ul></section>`
}

const page = (): string => {
  const visits = [...board.values()].sort((a, b) =>
    String(a.arriveAt ?? a.departAt).localeCompare(String(b.arriveAt ?? b.departAt)),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Visits</title><h1>Visits of ${escaped(operator)}</h1>
${visits.map(visitPart).join('') || '<p>No visit within two days. <a href="/connect">Connect</a></p>'}</html>`
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > 1000) throw new Error('This form is too long')
  }
  return new URLSearchParams(text)
}

/** The browser in which an administrator of the operator let the desk in: nobody else presses its buttons. */
let desk: { readonly id: string; readonly pending: PendingAuthorization; isIn: boolean } | undefined

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', redirectUri)
  const isDesk = desk !== undefined && request.headers.cookie?.includes(`desk=${desk.id}`) === true
  const seeOther = (location: string) => response.writeHead(303, { location }).end()
  if (url.pathname === '/connect' && !desk?.isIn) {
    const { url: link, pending } = await airside.authorizationLink(SCOPES)
    desk = { id: randomUUID(), pending, isIn: false }
    response.setHeader('set-cookie', `desk=${desk.id}; Path=/; HttpOnly; SameSite=Lax`)
    seeOther(String(link))
  } else if (!desk || !isDesk) response.writeHead(403).end('Open /connect in the browser of an administrator.')
  else if (url.pathname === '/callback') {
    await airside.completeAuthorization(url, desk.pending)
    desk.isIn = true
    await begin()
    seeOther('/')
    // A form of another site brings no cookie along (SameSite), so it can answer nothing.
  } else if (request.method === 'POST') {
    const form = await bodyOf(request)
    await (url.pathname === '/on-block' ? reportOnBlock(form) : answerRequest(form))
    seeOther('/')
  } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page())
}

createServer((request, response) => {
  answer(request, response).catch((error: Error) => {
    response.writeHead(502, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>Refused</title><p>${escaped(error.message)}</p><p><a href="/">Back</a></p>`)
  })
}).listen(Number(PORT), () => console.log(`http://localhost:${PORT}/connect`))
