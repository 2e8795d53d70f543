/** The flights of a day as CSV: `node export.ts [day] [file]`. Yesterday and standard output where nothing is said. */
import { renameSync, writeFileSync } from 'node:fs'
import { airside, dayOf } from '../connection.ts'

const FLIGHTS = `query($interval: IntervalInput!, $page: PageInput) {
  flightList(filter: { interval: $interval }, page: $page) {
    nodeList {
      flightId flightNo status
      aircraft { registration }
      adep { iCAO } arrivalAirport { iCAO }
      schedule { offBlock onBlock }
      actual { offBlock takeOff landing onBlock }
    }
    pageInfo { hasMore endCursor }
  }
}`

const COLUMNS = [
  'flightNo',
  'status',
  'registration',
  'from',
  'to',
  'planned',
  'offBlock',
  'takeOff',
  'landing',
  'onBlock',
]

/** A cell that begins like a formula would run in a spreadsheet. */
const cell = (value: unknown): string => {
  const text = String(value ?? '').replace(/^(?=[=+@-])/, "'")
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const [day = yesterday(), file] = process.argv.slice(2)

const lines = [COLUMNS.join(',')]
for await (const flight of airside.paginate(FLIGHTS, { interval: dayOf(day) })) {
  const { flightNo, status, aircraft, adep, arrivalAirport, schedule, actual } = flight
  const times = [schedule.offBlock, actual.offBlock, actual.takeOff, actual.landing, actual.onBlock]
  lines.push([flightNo, status, aircraft.registration, adep.iCAO, arrivalAirport.iCAO, ...times].map(cell).join(','))
}

const text = `${lines.join('\n')}\n`
if (file === undefined) process.stdout.write(text)
else {
  // First beside it: whoever reads the file finds all of it or the old one.
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
  console.error(`${lines.length - 1} flights of ${day} in ${file}`)
}
