/** An entry of a logbook in a pilot's words. */
import { counted } from '../text/count.ts'
import { hoursText } from '../text/hours.ts'
import { utcDayShort } from '../text/instant.ts'
import type { Entry } from './queries.ts'

export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Whose time it is, in the order in which one hides another: what lies within PIC comes before it. */
const ROLES = [
  ['picusMinutes', 'PICUS'],
  ['spicMinutes', 'SPIC'],
  ['examinerMinutes', 'Examiner'],
  ['instructorMinutes', 'Instructor'],
  ['picMinutes', 'Commander'],
  ['copilotMinutes', 'Co-pilot'],
  ['dualMinutes', 'Dual'],
  ['cruiseReliefMinutes', 'Cruise relief'],
] as const satisfies readonly (readonly [keyof Entry, string])[]

const roleOf = (entry: Entry): string | undefined => ROLES.find(([field]) => entry[field] > 0)?.[1]

/** "1 landing by day", "3 landings, 1 by night". */
const countedByNight = (day: number, night: number, one: string): string | undefined => {
  if (day + night === 0) return undefined
  if (night === 0) return `${counted(day, one)} by day`
  return day === 0 ? `${counted(night, one)} by night` : `${counted(day + night, one)}, ${night} by night`
}

const isText = (word: string | undefined | false): word is string => typeof word === 'string'

/** The line below the route. */
export const aboutFlight = (entry: Entry): string => {
  const { plannedICAO, ifrMinutes, nightMinutes, takeOffsDay, takeOffsNight, landingsDay, landingsNight } = entry
  return [
    roleOf(entry),
    plannedICAO !== null && `planned ${plannedICAO}, diverted`,
    ifrMinutes > 0 && `IFR ${hoursText(ifrMinutes)}`,
    nightMinutes > 0 && `night ${hoursText(nightMinutes)}`,
    landingsDay + landingsNight > 0
      ? countedByNight(landingsDay, landingsNight, 'landing')
      : countedByNight(takeOffsDay, takeOffsNight, 'take-off'),
  ]
    .filter(isText)
    .join(', ')
}

/** What the drawer, dialogs and links call an entry. */
export const titleOf = (entry: Entry): string => {
  const day = utcDayShort(dateOf(entry.date))
  if (entry.kind === 'BROUGHT_FORWARD') return `Brought forward, ${day} ${entry.date.slice(0, 4)}`
  if (entry.kind === 'FSTD') return `Simulator ${entry.fstdType ?? ''}, ${day}`
  return `${entry.adepICAO} to ${entry.adesICAO}, ${day}`
}

export const takeOffsInWords = ({ takeOffsDay, takeOffsNight }: Entry): string | undefined =>
  countedByNight(takeOffsDay, takeOffsNight, 'take-off')

export const landingsInWords = ({ landingsDay, landingsNight }: Entry): string | undefined =>
  countedByNight(landingsDay, landingsNight, 'landing')
