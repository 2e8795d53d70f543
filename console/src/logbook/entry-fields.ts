/** The fields that a person fills in, by kind of entry, under the names that the graph has for them. */
import type { EntryKind } from './search.ts'

export interface Text {
  readonly name: string
  readonly label: string
  /** Hours and minutes, a time of the day, a number of times, or words. */
  readonly type: 'hours' | 'clock' | 'count' | 'text'
  readonly placeholder?: string
  readonly hint?: string
  readonly isNeeded?: true
  readonly isCode?: true
}

export type Field =
  | Text
  | { readonly airport: string; readonly label: string }
  | { readonly choice: 'role' | 'class'; readonly label: string }

/** Flight time in one of these; none of them lies within another. */
export const ROLE_FIELDS = {
  picMinutes: 'Commander',
  copilotMinutes: 'Co-pilot',
  dualMinutes: 'Dual',
  cruiseReliefMinutes: 'Cruise relief',
} as const

export const CLASSES = {
  singlePilotSeMinutes: 'Single-pilot SE',
  singlePilotMeMinutes: 'Single-pilot ME',
  multiPilotMinutes: 'Multi-pilot',
} as const

const hours = (name: string, label: string, more: Partial<Text> = {}): Text => ({
  name,
  label,
  type: 'hours',
  placeholder: '0:00',
  ...more,
})
const count = (name: string, label: string): Text => ({ name, label, type: 'count', placeholder: '0' })
const text = (name: string, label: string, more: Partial<Text> = {}): Text => ({ name, label, type: 'text', ...more })

const TAKE_OFFS_AND_LANDINGS: readonly Field[] = [
  count('takeOffsDay', 'Take-offs by day'),
  count('takeOffsNight', 'Take-offs by night'),
  count('landingsDay', 'Landings by day'),
  count('landingsNight', 'Landings by night'),
]

export const FIELDS_OF: Readonly<Record<EntryKind, readonly Field[]>> = {
  FLIGHT: [
    text('registration', 'Registration', { placeholder: 'HB-KFW', isNeeded: true, isCode: true }),
    text('acftICAO', 'Type', { placeholder: 'P28A', isNeeded: true, isCode: true }),
    { airport: 'adepICAO', label: 'From' },
    { airport: 'adesICAO', label: 'To' },
    { name: 'offBlock', label: 'Off block, UTC', type: 'clock', placeholder: '11:00', isNeeded: true },
    { name: 'onBlock', label: 'On block, UTC', type: 'clock', placeholder: '12:10', isNeeded: true },
    { choice: 'role', label: 'You were' },
    { choice: 'class', label: 'Flown' },
    hours('nightMinutes', 'Night', { hint: 'By sun and position where empty' }),
    hours('ifrMinutes', 'IFR'),
    ...TAKE_OFFS_AND_LANDINGS,
    text('picName', 'Commander’s name', { placeholder: 'SELF' }),
  ],
  FSTD: [
    hours('fstdMinutes', 'Time', { placeholder: '4:00', isNeeded: true }),
    text('fstdType', 'Device', { placeholder: 'CL35 FFS', isNeeded: true }),
    text('fstdQualification', 'Qualification', { placeholder: 'CH-1A-014', isCode: true }),
  ],
  BROUGHT_FORWARD: [
    count('flightCount', 'Flights'),
    hours('totalMinutes', 'Total', { isNeeded: true }),
    hours('picMinutes', 'As commander'),
    hours('copilotMinutes', 'As co-pilot'),
    hours('dualMinutes', 'Dual'),
    hours('multiPilotMinutes', 'Multi-pilot'),
    hours('nightMinutes', 'Night'),
    hours('ifrMinutes', 'IFR'),
    hours('fstdMinutes', 'Simulator'),
    ...TAKE_OFFS_AND_LANDINGS,
  ],
}

/** The name of a field in a draft. */
export const nameOf = (field: Field): string =>
  'choice' in field ? field.choice : 'airport' in field ? field.airport : field.name

/** What refusals of the graph call a field. */
export const LABELS: Readonly<Record<string, string>> = {
  date: 'Day',
  remarks: 'Remarks',
  ...ROLE_FIELDS,
  ...CLASSES,
  ...Object.fromEntries(
    Object.values(FIELDS_OF).flatMap((fields) => fields.map((field) => [nameOf(field), field.label])),
  ),
}
