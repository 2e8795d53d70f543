/**
 * A logbook as a table for spreadsheets (RFC 4180), in the columns of AMC1 FCL.050, with those of FAA logbooks behind
 * them. Times are hours and minutes; cells are no formulae (threats row 214).
 */
import { csvCell } from '../../csv-cell.ts'
import type { LogbookEntry } from './logbook-entry.ts'

type Cell = (entry: LogbookEntry) => string | number | null

const hours = (minutes: number | null): string => {
  const whole = minutes ?? 0
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const clock = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString().slice(11, 16)

/** Remarks and the person's own annotation, as one cell. */
const notes = ({ remarks, annotation }: LogbookEntry): string | null =>
  [remarks, annotation].filter((text) => text !== null).join('; ') || null

const COLUMNS: readonly (readonly [heading: string, cell: Cell])[] = [
  ['Date', ({ date }) => date],
  ['Departure place', ({ adep }) => adep],
  ['Departure time (UTC)', ({ offBlock }) => clock(offBlock)],
  ['Arrival place', ({ ades }) => ades],
  ['Arrival time (UTC)', ({ onBlock }) => clock(onBlock)],
  ['Aircraft type', ({ acftType }) => acftType],
  ['Model', ({ acftModel }) => acftModel],
  ['Registration', ({ registration }) => registration],
  ['Single-pilot SE', ({ singlePilotSeMinutes }) => hours(singlePilotSeMinutes)],
  ['Single-pilot ME', ({ singlePilotMeMinutes }) => hours(singlePilotMeMinutes)],
  ['Multi-pilot', ({ multiPilotMinutes }) => hours(multiPilotMinutes)],
  ['Total time of flight', ({ totalMinutes }) => hours(totalMinutes)],
  ['Name of PIC', ({ picName }) => picName],
  ['Take-offs day', ({ takeOffsDay }) => takeOffsDay],
  ['Take-offs night', ({ takeOffsNight }) => takeOffsNight],
  ['Landings day', ({ landingsDay }) => landingsDay],
  ['Landings night', ({ landingsNight }) => landingsNight],
  ['Night', ({ nightMinutes }) => hours(nightMinutes)],
  ['IFR', ({ ifrMinutes }) => hours(ifrMinutes)],
  ['Pilot-in-command', ({ picMinutes }) => hours(picMinutes)],
  ['Co-pilot', ({ copilotMinutes }) => hours(copilotMinutes)],
  ['Dual', ({ dualMinutes }) => hours(dualMinutes)],
  ['Instructor', ({ instructorMinutes }) => hours(instructorMinutes)],
  ['PICUS', ({ picusMinutes }) => hours(picusMinutes)],
  ['SPIC', ({ spicMinutes }) => hours(spicMinutes)],
  ['Examiner', ({ examinerMinutes }) => hours(examinerMinutes)],
  ['Cruise relief', ({ cruiseReliefMinutes }) => hours(cruiseReliefMinutes)],
  ['FSTD type', ({ fstdType }) => fstdType],
  ['FSTD qualification', ({ fstdQualification }) => fstdQualification],
  ['FSTD time', ({ fstdMinutes }) => hours(fstdMinutes)],
  ['Remarks', notes],
  ['Actual instrument', ({ actualInstrumentMinutes }) => hours(actualInstrumentMinutes)],
  ['Simulated instrument', ({ simulatedInstrumentMinutes }) => hours(simulatedInstrumentMinutes)],
  ['Cross-country', ({ crossCountryMinutes }) => hours(crossCountryMinutes)],
  ['Full-stop night landings', ({ fullStopNightLandings }) => fullStopNightLandings],
  ['Holds', ({ holdCount }) => holdCount],
  ['Flights', ({ flightCount }) => flightCount],
  ['Kind', ({ kind }) => kind],
  ['Source', ({ source }) => source],
]

const line = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`

export const TABLE_HEAD = line(COLUMNS.map(([heading]) => heading))

export const tableLines = (entries: readonly LogbookEntry[]): string =>
  entries.map((entry) => line(COLUMNS.map(([, cell]) => cell(entry)))).join('')
