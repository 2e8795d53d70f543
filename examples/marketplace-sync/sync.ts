/** A marketplace's sync: the fleet, schedules and empty legs of every connected operator, kept in files by a job. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { AirsideError, connect, type PendingAuthorization } from '@airside/client'
import { FileStore } from '@airside/client/node'

const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '', PORT = '9996', FOLDER = '.' } = process.env
const service = process.env.AIRSIDE_SERVICE ?? 'http://localhost:8080'
const redirectUri = `http://localhost:${PORT}/callback`
const SCOPES = ['availability:read', 'sales:read', 'aircraft:read']
const DAYS_AHEAD = 90
/** As many ids as a filter takes. */
const AT_ONCE = 500

/** The connection of an operator: its tokens are in a folder, so that the next run has them too. */
const connectionTo = (operator: string) =>
  connect({
    service,
    operator,
    environment: 'sandbox',
    application: { clientId, clientSecret, redirectUri },
    store: new FileStore(join(FOLDER, 'tokens')),
  })
type Connection = ReturnType<typeof connectionTo>

type Row = Readonly<Record<string, unknown>>
type Rows = Record<string, Row>

/** How each kind is read: everything, or those of a list of ids. What is not answered is no longer offered. */
interface Mirrored {
  readonly idField: string
  readonly document: string
  readonly filter: (ids: readonly string[] | null) => object
}

const nextDays = () => {
  const [from, to] = [0, DAYS_AHEAD].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  return { from, to }
}

const KINDS: Readonly<Record<string, Mirrored>> = {
  AIRCRAFT: {
    idField: 'aircraftId',
    document: `query($filter: AircraftFilter!, $page: PageInput) { aircraftList(filter: $filter, page: $page) {
      nodeList { aircraftId registration seatCount acftType { iCAO model } base { iCAO } } pageInfo { hasMore endCursor } } }`,
    filter: (ids) => ({ status: ['ACTIVE'], ...(ids && { aircraftIdList: ids }) }),
  },
  AVAILABILITY: {
    idField: 'aircraftId',
    document: `query($filter: AircraftScheduleFilter!, $page: PageInput) { aircraftScheduleList(filter: $filter, page: $page) {
      nodeList { aircraftId version blockList { kind from to startAirport { iCAO } endAirport { iCAO } } } pageInfo { hasMore endCursor } } }`,
    filter: (ids) => ({ interval: nextDays(), ...(ids && { aircraftIdList: ids }) }),
  },
  EMPTY_LEG: {
    idField: 'emptyLegId',
    document: `query($filter: EmptyLegFilter!, $page: PageInput) { emptyLegList(filter: $filter, page: $page) {
      nodeList { emptyLegId version status earliest latest seatCount adep { iCAO } ades { iCAO } price { amount currency } } pageInfo { hasMore endCursor } } }`,
    filter: (ids) => ({ statusList: ['PUBLISHED', 'HELD'], ...(ids && { emptyLegIdList: ids }) }),
  },
}

/** What is kept of an operator. The day says when schedules were read whole: their window moves on. */
interface Mirror {
  readonly cursor: string
  readonly day: string
  readonly records: Record<string, Rows>
}

const fileOf = (operator: string): string => join(FOLDER, `${operator}.json`)

const kept = (operator: string): Mirror | null => {
  const mirror = JSON.parse(readFileSync(fileOf(operator), 'utf8'))
  return mirror.cursor ? mirror : null
}

/** Written beside and then renamed: whoever reads it never sees half of it, also when this is killed. */
const keep = (operator: string, mirror: object): void => {
  writeFileSync(`${fileOf(operator)}.new`, JSON.stringify(mirror, null, 1))
  renameSync(`${fileOf(operator)}.new`, fileOf(operator))
}

const read = async (airside: Connection, { idField, document, filter }: Mirrored, ids: readonly string[] | null) => {
  const rows: Rows = {}
  for await (const row of airside.paginate(document, { filter: filter(ids) })) rows[String(row[idField])] = row
  return rows
}

/** Takes the cursor first, then reads: what changes meanwhile is told again, and nothing is missed. */
const readAll = async (airside: Connection, day: string): Promise<Mirror> => {
  const { changeList } = await airside.query('{ changeList(from: NOW) { pageInfo { endCursor } } }')
  const records: Record<string, Rows> = {}
  for (const [kind, mirrored] of Object.entries(KINDS)) records[kind] = await read(airside, mirrored, null)
  return { cursor: changeList.pageInfo.endCursor ?? '', day, records }
}

/** Reads again what the feed names, in lists: a hundred changes of one leg are one row. */
const readChanged = async (airside: Connection, mirror: Mirror): Promise<Mirror & { changed: number }> => {
  let { cursor } = mirror
  const changed: Record<string, Set<string>> = {}
  for await (const change of airside.changes({ after: cursor, entities: Object.keys(KINDS) })) {
    changed[change.entity] ??= new Set()
    changed[change.entity]?.add(change.entityId)
    cursor = change.cursor
  }
  const records = { ...mirror.records }
  for (const [kind, ids] of Object.entries(changed)) {
    const mirrored = KINDS[kind]
    if (!mirrored) continue
    const rows = { ...records[kind] }
    const all = [...ids]
    for (const id of all) delete rows[id]
    for (let at = 0; at < all.length; at += AT_ONCE) {
      Object.assign(rows, await read(airside, mirrored, all.slice(at, at + AT_ONCE)))
    }
    records[kind] = rows
  }
  const count = Object.values(changed).reduce((sum, ids) => sum + ids.size, 0)
  return { ...mirror, cursor, records, changed: count }
}

/** A cursor that the feed no longer has: everything is read again. */
const unlessTooOld = (error: unknown): null => {
  if (error instanceof AirsideError && error.status === 410) return null
  throw error
}

const sync = async (operator: string): Promise<string> => {
  const airside = connectionTo(operator)
  const day = new Date().toISOString().slice(0, 10)
  const before = kept(operator)
  const followed = before?.day === day ? await readChanged(airside, before).catch(unlessTooOld) : null
  if (followed) {
    const { changed, ...mirror } = followed
    keep(operator, mirror)
    return changed === 0 ? 'nothing changed' : `${changed} changed`
  }
  const mirror = await readAll(airside, day)
  keep(operator, mirror)
  const counts = Object.entries(mirror.records).map(([kind, rows]) => `${Object.keys(rows).length} ${kind}`)
  return `read ${counts.join(', ')}`
}

/** Every operator by itself: one that disconnected us or cannot be reached keeps nobody else from being read. */
const syncAll = async (): Promise<void> => {
  const operators = readdirSync(FOLDER).flatMap((name) => /^([a-z0-9-]+)\.json$/.exec(name)?.[1] ?? [])
  if (operators.length === 0) console.log('No operator is connected: run this with "connect" first.')
  for (const operator of operators) {
    const said = await sync(operator).catch((error: Error) => {
      process.exitCode = 1
      return error.message
    })
    console.log(`${operator}: ${said}`)
  }
}

/** Serves /connect?operator=… for an administrator's browser, and takes what comes back from consent. */
const serveConnecting = (): void => {
  const pending = new Map<string, { operator: string; airside: Connection; pending: PendingAuthorization }>()
  createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', redirectUri)
    try {
      if (url.pathname === '/connect') {
        const operator = url.searchParams.get('operator') ?? ''
        const airside = connectionTo(operator)
        const begun = await airside.authorizationLink(SCOPES)
        pending.set(begun.pending.state, { operator, airside, pending: begun.pending })
        response.setHeader('set-cookie', `state=${begun.pending.state}; Path=/; HttpOnly; SameSite=Lax`)
        response.writeHead(303, { location: String(begun.url) }).end()
      } else if (url.pathname === '/callback') {
        const state = /(?:^|; )state=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
        const here = pending.get(state)
        pending.delete(state)
        if (!here) throw new Error('This authorization was not begun in this browser')
        await here.airside.completeAuthorization(url, here.pending)
        keep(here.operator, {})
        response.writeHead(303, { location: '/' }).end()
      } else response.end('Open /connect?operator=alpine in the browser of an administrator.')
    } catch (error) {
      response.writeHead(502).end(error instanceof Error ? error.message : 'It failed')
    }
  }).listen(Number(PORT), () => console.log(`http://localhost:${PORT}/connect?operator=alpine`))
}

if (process.argv[2] === 'connect') serveConnecting()
else await syncAll()
