/** An electronic flight bag at the command line: `today`, `report <flight> <event> <HH:MM>`, `close <flight>`. */
import { airside, dayOf, today } from '../connection.ts'

const EVENTS = ['offBlock', 'takeOff', 'landing', 'onBlock']
const USAGE = `Usage:
  flight-bag.ts today
  flight-bag.ts report <flight number> <${EVENTS.join('|')}> <HH:MM in UTC>
  flight-bag.ts close <flight number>`

const TODAY = `query($interval: IntervalInput!, $flightNo: String, $page: PageInput) {
  flightList(filter: { interval: $interval, basis: EXPECTED, flightNo: $flightNo }, page: $page) {
    nodeList {
      flightId version flightNo status aircraft { registration } adep { iCAO } ades { iCAO }
      schedule { offBlock } actual { offBlock takeOff landing onBlock }
    }
    pageInfo { hasMore endCursor }
  }
}`
const REPORT = `mutation($input: MovementInput!, $key: String!) {
  flightMovementReport(input: $input, idempotencyKey: $key) {
    flight { status actual { offBlock takeOff landing onBlock } }
    warningList { message }
    userErrorList { code message }
  }
}`
const CLOSE = `mutation($flightId: ID!, $version: Int!) {
  flightClose(flightId: $flightId, expectedVersion: $version) { flight { status } userErrorList { code message } }
}`

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}

const flightNamed = async (flightNo: string) => {
  for await (const flight of airside.paginate(TODAY, { interval: dayOf(today()), flightNo })) return flight
  return fail(`${flightNo} does not fly today.`)
}

/** A rule that refuses is thrown by the SDK with its own words. */
const sent = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const list = async (): Promise<void> => {
  for await (const flight of airside.paginate(TODAY, { interval: dayOf(today()) })) {
    const { flightNo, status, aircraft, adep, ades, schedule } = flight
    console.log(
      `${schedule.offBlock.slice(11, 16)}Z  ${flightNo}  ${aircraft.registration}  ${adep.iCAO}-${ades.iCAO}  ${status}`,
    )
  }
}

const report = async (flightNo: string, event: string, at: string): Promise<void> => {
  if (!EVENTS.includes(event) || !/^\d\d:\d\d$/.test(at)) fail(USAGE)
  const { flightId } = await flightNamed(flightNo)
  const moment = `${today()}T${at}:00Z`
  const variables = { input: { flightId, [event]: moment }, key: `${flightId}-${event}-${moment}` }
  const { flightMovementReport } = await sent(airside.query(REPORT, variables))
  console.log(`${flightNo}: ${flightMovementReport.flight?.status}`)
  for (const { message } of flightMovementReport.warningList) console.log(`  ${message}`)
}

const close = async (flightNo: string): Promise<void> => {
  const { flightId, version } = await flightNamed(flightNo)
  const { flightClose } = await sent(airside.query(CLOSE, { flightId, version }))
  console.log(`${flightNo}: ${flightClose.flight?.status}`)
}

const [command, flightNo = '', event = '', at = ''] = process.argv.slice(2)
if (command === 'today') await list()
else if (command === 'report') await report(flightNo, event, at)
else if (command === 'close') await close(flightNo)
else fail(USAGE)
