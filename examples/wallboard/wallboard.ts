/** Today's flights on a page that keeps itself up to date: `node wallboard.ts [port]`. */
import { createServer } from 'node:http'
import { airside, dayOf, today } from '../connection.ts'

const FIELDS = `flightId flightNo status isAtRisk aircraft { registration } adep { iCAO } arrivalAirport { iCAO }
  schedule { offBlock } estimate { offBlock } actual { offBlock onBlock }`
const DAY = `query($interval: IntervalInput!, $page: PageInput) {
  flightList(filter: { interval: $interval, basis: EXPECTED }, page: $page) { nodeList { ${FIELDS} } pageInfo { hasMore endCursor } }
}`
const SOME = `query($ids: [ID!]!) { flightList(filter: { flightIdList: $ids }) { nodeList { ${FIELDS} } } }`

interface Shown {
  flightId: string
  flightNo: string
  status: string
  isAtRisk: boolean
  aircraft: { registration: string }
  adep: { iCAO: string }
  arrivalAirport: { iCAO: string }
  schedule: { offBlock: string }
  estimate: { offBlock: string | null } | null
  actual: { offBlock: string | null; onBlock: string | null }
}

const flights = new Map<string, Shown>()
const isToday = ({ schedule, estimate, actual }: Shown): boolean =>
  (actual.offBlock ?? estimate?.offBlock ?? schedule.offBlock).startsWith(today())

/** Reads the day after the cursor was taken: what changes meanwhile is told again, and nothing is missed. */
const readDay = async (): Promise<string> => {
  const now = await airside.query('{ changeList(from: NOW) { pageInfo { endCursor } } }')
  flights.clear()
  for await (const flight of airside.paginate(DAY, { interval: dayOf(today()) })) {
    flights.set(flight.flightId, flight as Shown)
  }
  return now.changeList.pageInfo.endCursor ?? ''
}

const follow = async (after: string): Promise<void> => {
  for await (const change of airside.changes({ after, entities: ['FLIGHT'], follow: true })) {
    const { flightList } = await airside.query(SOME, { ids: [change.entityId] })
    const [flight] = flightList.nodeList as readonly Shown[]
    if (flight && isToday(flight)) flights.set(flight.flightId, flight)
    else flights.delete(change.entityId)
  }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const time = (moment: string | null | undefined): string => (moment ? `${moment.slice(11, 16)}Z` : '–')

const row = (flight: Shown): string => {
  const { flightNo, status, isAtRisk, aircraft, adep, arrivalAirport, schedule, estimate, actual } = flight
  const cells = [
    time(schedule.offBlock),
    time(actual.offBlock ?? estimate?.offBlock),
    flightNo,
    aircraft.registration,
    `${adep.iCAO} → ${arrivalAirport.iCAO}`,
    isAtRisk ? `${status}, at risk` : status,
  ]
  return `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`
}

const page = (): string => {
  const sorted = [...flights.values()].sort((a, b) => (a.schedule.offBlock < b.schedule.offBlock ? -1 : 1))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="10"><title>${today()}</title>
<style>:root{color-scheme:light dark}body{font:20px/1.5 system-ui;margin:24px}td,th{text-align:left;padding:4px 24px 4px 0}</style>
<h1>${today()}</h1><table><tr><th>Plan<th>Now<th>Flight<th>Aircraft<th>Route<th>State</tr>${sorted.map(row).join('')}</table></html>`
}

const cursor = await readDay()
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page())
})
server.listen(Number(process.argv[2] ?? 9090), () => {
  const address = server.address()
  console.log(`${flights.size} flights at http://localhost:${typeof address === 'object' ? address?.port : ''}/`)
})
await follow(cursor)
