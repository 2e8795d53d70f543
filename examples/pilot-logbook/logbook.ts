/** A pilot's own logbook on a page of its own: the whole code grant, one connection per browser. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from '@airside/client'

const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '', PORT = '9998' } = process.env
const service = process.env.AIRSIDE_SERVICE ?? 'http://localhost:8080'
const operator = process.env.AIRSIDE_OPERATOR ?? 'alpine'
const redirectUri = `http://localhost:${PORT}/callback`
const SCOPES = ['own:profile', 'own:logbook:read']
const ENTRIES = `query($page: PageInput) {
  myLogbookEntryList(page: $page) {
    nodeList { date registration acftICAO adepICAO adesICAO totalMinutes picMinutes nightMinutes }
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

const hours = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

const logbook = async ({ airside }: Visit): Promise<string> => {
  const { me, myLogbookTotals } = await airside.query(
    '{ me { name } myLogbookTotals { acftICAO totalMinutes picMinutes nightMinutes } }',
  )
  const rows: string[] = []
  for await (const entry of airside.paginate(ENTRIES)) {
    const { date, registration, acftICAO, adepICAO, adesICAO, totalMinutes, picMinutes, nightMinutes } = entry
    const times = [totalMinutes, picMinutes, nightMinutes].map(hours)
    const cells = [date, registration, acftICAO, adepICAO, adesICAO, ...times]
    rows.push(`<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
  }
  // The line without a type is that over all, totals brought forward included.
  const all = myLogbookTotals.find(({ acftICAO }) => acftICAO === null)
  const total = `${rows.length} entries, ${hours(all?.totalMinutes ?? 0)} in all, ${hours(all?.nightMinutes ?? 0)} by night`
  return page(`Logbook of ${me.name}`, `<p>${total}</p><table>${rows.join('')}</table>`)
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
