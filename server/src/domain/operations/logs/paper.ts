/** What a person is asked to sign, in the words of the page: a question, what exactly, and what follows from it. */
import { dayInWords } from '../../day-in-words.ts'
import { fuelUsed } from '../movement/fuel.ts'
import { ifrMinutesOf, type JourneyLog, paxAboardOf } from './journey-log.ts'
import type { LogCrew } from './log-crew.ts'

/** One value; null where nothing is said. */
export interface PaperLine {
  readonly label: string
  readonly text: string | null
}

export interface Paper {
  readonly question: string
  /** What it is called once it is signed. */
  readonly name: string
  /** The button, and what was done with it. */
  readonly act: string
  readonly done: string
  readonly heading: string
  readonly day: string
  /** Where the values come from, in a sentence. */
  readonly note: string
  /** Shown large, beside each other. */
  readonly timeList: readonly PaperLine[]
  readonly lineList: readonly PaperLine[]
  readonly thenList: readonly string[]
  readonly notList: readonly string[]
}

const clock = (time: number | null): string | null =>
  time === null ? null : `${new Date(time).toISOString().slice(11, 16)}Z`

const hours = (minutes: number | null): string =>
  minutes === null ? 'not known' : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`

const grouped = (amount: number): string => String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',')

const fuelText = ({ fuel: logged }: JourneyLog): string | null => {
  if (logged === null) return null
  const { fuel } = logged
  const amounts = [
    ['off', fuel.blockOff],
    ['on', fuel.blockOn],
    ['used', fuelUsed(fuel)],
  ] as const
  const told = amounts.flatMap(([word, amount]) =>
    amount === null ? [] : [`${grouped(amount)} ${fuel.unit.toLowerCase()} ${word}`],
  )
  return told.length === 0 ? null : told.join(', ')
}

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count} ${one}${count > 1 ? 's' : ''}`]

const crewText = (member: LogCrew): string =>
  [
    `${member.name} ${member.surname}`,
    member.isCommander ? 'commander' : member.position,
    ...counted(member.takeOffsDay, 'take-off'),
    ...counted(member.takeOffsNight, 'night take-off'),
    ...counted(member.landingsDay, 'landing'),
    ...counted(member.landingsNight, 'night landing'),
  ].join(', ')

const amount = (value: number | null, unit: string): string | null =>
  value === null ? null : `${grouped(value)} ${unit}`

const joined = (...parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(', ') || null

const deicing = ({ deicingFluid, deicingAt }: JourneyLog): string | null => joined(deicingFluid, clock(deicingAt))

const linesOf = (log: JourneyLog): PaperLine[] => [
  { label: 'Aircraft', text: `${log.registration}, ${log.acftType}, ${log.nature.toLowerCase()}` },
  { label: 'Block, airborne', text: `${hours(log.blockMinutes)}, ${hours(log.airborneMinutes)}` },
  { label: 'Crew', text: log.crewList.map(crewText).join('\n') || null },
  { label: 'Passengers', text: String(paxAboardOf(log)) },
  { label: 'Baggage, cargo', text: joined(amount(log.baggageKg, 'kg'), amount(log.cargoKg, 'kg')) },
  { label: 'Fuel', text: fuelText(log) },
  { label: 'Night, IFR', text: `${hours(log.nightMinutes)}, ${hours(ifrMinutesOf(log))}` },
  { label: 'De-icing', text: deicing(log) },
  { label: 'Oil added', text: amount(log.oilAddedMl, 'ml') },
  { label: 'Incidents', text: log.incidents },
  { label: 'Observations', text: log.observations },
  ...(log.amendReason === null ? [] : [{ label: 'Amended because', text: log.amendReason }]),
]

/** The journey log as its commander reads it before signing. */
export const paperOfLog = (log: JourneyLog, isClosed: boolean): Paper => ({
  question: `Sign the journey log of ${log.flightNo}?`,
  name: `Journey log of ${log.flightNo}, revision ${log.revision}`,
  act: 'Sign',
  done: 'Signed',
  heading: `${log.departure} to ${log.arrival}`,
  day: dayInWords(log.at),
  note: 'Times and crew are those of the flight; remarks, oil, load and de-icing are as they were written.',
  timeList: [
    { label: 'Off block', text: clock(log.times.offBlock) },
    { label: 'Take-off', text: clock(log.times.takeOff) },
    { label: 'Landing', text: clock(log.times.landing) },
    { label: 'On block', text: clock(log.times.onBlock) },
  ],
  lineList: linesOf(log),
  thenList: [
    'The values freeze. A correction needs a reason and your signature again',
    isClosed
      ? `${log.flightNo} stays closed`
      : `${log.flightNo} can be closed with it; hours, duties and logbooks follow then`,
  ],
  notList: [`Release ${log.registration} to service: open defects stay open`],
})

/** In which lines two states of a paper differ. */
export const changedLines = (read: readonly PaperLine[], now: readonly PaperLine[]) =>
  now
    .map(({ label, text }) => ({ label, now: text, read: read.find((line) => line.label === label)?.text ?? null }))
    .filter((line) => line.now !== line.read)
