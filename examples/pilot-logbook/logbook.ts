/** A pilot's own flights on a page of their own: the whole code grant, one connection per browser. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from '@airside/client'

const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '', PORT = '9998' } = process.env
const service = process.env.AIRSIDE_SERVICE ?? 'http://localhost:8080'
const operator = process.env.AIRSIDE_OPERATOR ?? 'alpine'
const redirectUri = `http://localhost:${PORT}/callback`
const SCOPES = ['own:profile', 'own:roster']
const FLIGHTS = `query($page: PageInput) {
  myFlightList(page: $page) {
    nodeList { flightNo adepICAO arrivalICAO registration position blockMinutes actual { offBlock } }
    pageInfo { hasMore endCursor }
  }
}`

/** One for each browser: `account` keeps the tokens of different pilots apart. */
const connectionOf = (account: string) =>
  connect({
    service,
    operator,
    environment: 'sandbox',
    application: { clientId, clientSecret, redirectUri, account },
  })

type Connection = ReturnType<typeof connectionOf>
interface Visit {
  readonly airside: Connection
  pending?: Awaited<ReturnType<Connection['authorizationLink']>>['pending']
  isConnected: boolean
}
const visits = new Map<string, Visit>()

const visitOf = (request: IncomingMessage, response: ServerResponse): Visit => {
  const known = /(?:^|; )visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const found = known === undefined ? undefined : visits.get(known)
  if (found) return found
  const id = randomUUID()
  const visit = { airside: connectionOf(id), isConnected: false }
  visits.set(id, visit)
  response.setHeader('set-cookie', `visit=${id}; Path=/; HttpOnly; SameSite=Lax`)
  return visit
}

const escaped = (text: unknown): string => String(text ?? '–').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${body}</html>`

const logbook = async ({ airside }: Visit): Promise<string> => {
  const { me } = await airside.query('{ me { name } }')
  const rows: string[] = []
  let minutes = 0
  for await (const flight of airside.paginate(FLIGHTS)) {
    minutes += flight.blockMinutes ?? 0
    const { flightNo, adepICAO, arrivalICAO, registration, position, blockMinutes, actual } = flight
    const cells = [
      actual.offBlock?.slice(0, 10),
      flightNo,
      registration,
      `${adepICAO} ${arrivalICAO}`,
      position,
      blockMinutes,
    ]
    rows.push(`<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
  }
  const total = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return page(`Logbook of ${me.name}`, `<p>${rows.length} flights, ${total} block</p><table>${rows.join('')}</table>`)
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const visit = visitOf(request, response)
  const url = new URL(request.url ?? '/', `http://localhost:${PORT}`)
  if (url.pathname === '/connect') {
    const { url: link, pending } = await visit.airside.authorizationLink(SCOPES)
    visit.pending = pending
    response.writeHead(303, { location: String(link) }).end()
  } else if (url.pathname === '/callback' && visit.pending) {
    // Checks state and issuer, exchanges the code with the PKCE verifier, and keeps the tokens.
    await visit.airside.completeAuthorization(url, visit.pending)
    delete visit.pending
    visit.isConnected = true
    response.writeHead(303, { location: '/' }).end()
  } else {
    const offer = page('Your flights, in one place', '<p><a href="/connect">Connect with your operator</a></p>')
    const text = visit.isConnected ? await logbook(visit) : offer
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
  }
}

createServer((request, response) => {
  answer(request, response).catch((error: Error) => {
    response.writeHead(502, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page('That did not work', `<p>${escaped(error.message)}</p><p><a href="/">Back</a></p>`))
  })
}).listen(Number(PORT), () => console.log(`http://localhost:${PORT}/`))
