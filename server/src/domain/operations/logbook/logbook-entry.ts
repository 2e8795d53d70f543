/**
 * An entry of a pilot's logbook. Those of the operator follow their flight and take annotations only; the pilot adds
 * others: flights elsewhere, simulator sessions, and the totals of an older logbook. It belongs to one user, whom nobody
 * else reads (data §12, threats row 286).
 */
import { DAY_MS, minutesBetween } from '../../interval.ts'
import type { Problem } from '../../problem.ts'
import { type DetailsOf, own, type RecordOf, record } from '../../records/description.ts'
import { enumeration, nameOf } from '../../records/field.ts'
import { anyText, day, idOf, listOfObjects, oneOf, shaped, text, time, whole } from '../../records/fields.ts'
import { among, byId, equal, joined } from '../../records/filter.ts'
import { type Approach, approachProblems } from './approach.ts'

const LOGBOOK_SOURCE = enumeration(
  'LogbookSource',
  ['IMPORT', 'MANUAL', 'OPERATOR'],
  'OPERATOR entries follow a closed flight; an application adds IMPORT, the person in the console MANUAL.',
)
const LOGBOOK_KIND = enumeration('LogbookKind', ['BROUGHT_FORWARD', 'FLIGHT', 'FSTD'])

/** Of one entry; what is brought forward may stand for a life of flying. */
const MAX_MINUTES = 6_000_000
const MAX_COUNT = 200_000

const minutes = <const S extends string>(says?: S) =>
  whole({ min: 0, max: MAX_MINUTES, initial: 0, ...(says === undefined ? {} : { says }) })
const count = () => whole({ min: 0, max: MAX_COUNT, initial: 0 })

const PLACE = {
  isUpper: true,
  shape: /^[A-Z0-9]{4}$/,
  message: 'A place is a code of four letters and digits, e.g. LSZH; ZZZZ where it has none',
} as const

const WITHIN_PIC = 'Within picMinutes.'

export const LOGBOOK_ENTRY_RECORD = record('LogbookEntry', {
  file: 'domain/operations/logbook/logbook-entry.ts',
  entity: 'LOGBOOK_ENTRY',
  noun: 'logbook entry',
  plural: 'logbook entries',
  calledBy: ['date', 'registration'],
  says: 'An entry of one’s own logbook, in the columns of AMC1 FCL.050 and of FAA logbooks. Entries of the operator follow their flight and can only be annotated.',
  id: { field: 'logbookEntryId', prefix: 'lbe' },
  read: 'own:logbook:read',
  write: 'own:logbook:write',
  owner: 'userId',
  names: { page: 'LogbookPage', filter: 'LogbookFilter' },
  fields: {
    userId: idOf('User', { required: true, written: 'never', shown: null }),
    /** Whose position on the flight it follows; the user may no longer be that crew member. */
    crewMemberId: idOf('CrewMember', { written: 'never', shown: null }),
    source: oneOf(LOGBOOK_SOURCE, { written: 'never', initial: 'MANUAL' }),
    kind: oneOf(LOGBOOK_KIND, { written: 'create', initial: 'FLIGHT' }),
    flightId: idOf('Flight', { written: 'never' }),
    flightNo: anyText({ written: 'never' }),
    date: day({ required: true, asks: 'The day of the departure in UTC.' }),
    /** Orders the entries of a day. */
    at: time({ required: true, written: 'never', shown: null }),
    registration: text({ most: 12 }),
    acftType: shaped({
      as: 'acftICAO',
      isUpper: true,
      shape: /^[A-Z][A-Z0-9]{1,3}$/,
      message: 'A type is a designator of two to four letters and digits (ICAO Doc 8643), e.g. CL35',
    }),
    acftModel: text({ most: 80 }),
    variant: text({ most: 80 }),
    adep: shaped({ ...PLACE, as: 'adepICAO', label: 'From' }),
    ades: shaped({ ...PLACE, as: 'adesICAO', label: 'To' }),
    plannedAdes: anyText({
      as: 'plannedICAO',
      written: 'never',
      says: 'Where the flight was to go, if it landed elsewhere.',
    }),
    offBlock: time({}),
    takeOff: time({}),
    landing: time({}),
    onBlock: time({}),
    flightCount: whole({ min: 0, max: MAX_COUNT, initial: 1, says: 'How many flights a series stands for.' }),
    picName: text({ most: 100 }),
    totalMinutes: whole({
      min: 0,
      max: MAX_MINUTES,
      shown: 'totalMinutes',
      asks: 'From off-block to on-block where absent.',
    }),
    singlePilotSeMinutes: minutes(),
    singlePilotMeMinutes: minutes(),
    multiPilotMinutes: minutes(),
    picMinutes: minutes(),
    picusMinutes: minutes('Within picMinutes; countersigned.'),
    spicMinutes: minutes(WITHIN_PIC),
    copilotMinutes: minutes(),
    cruiseReliefMinutes: minutes(),
    dualMinutes: minutes(),
    instructorMinutes: minutes(WITHIN_PIC),
    examinerMinutes: minutes(WITHIN_PIC),
    nightMinutes: whole({
      min: 0,
      max: MAX_MINUTES,
      shown: 'nightMinutes',
      asks: 'By sun and position where absent and both places are known.',
    }),
    ifrMinutes: minutes(),
    actualInstrumentMinutes: minutes(),
    simulatedInstrumentMinutes: minutes(),
    crossCountryMinutes: minutes(),
    takeOffsDay: count(),
    takeOffsNight: count(),
    landingsDay: count(),
    landingsNight: count(),
    fullStopNightLandings: count(),
    approachList: listOfObjects<Approach>()('Approach', {}, approachProblems),
    holdCount: count(),
    fstdType: text({ most: 80 }),
    fstdQualification: text({ most: 80 }),
    fstdMinutes: minutes('Of a simulator session; no flight time.'),
    countersignedBy: text({ most: 100 }),
    remarks: text({ most: 2000, lines: 'several' }),
    annotation: text({ most: 2000, lines: 'several', written: 'never' }),
  },
  order: { field: 'at' },
  filters: {
    logbookEntryIdList: byId,
    from: joined('day', { isIndexed: true, says: 'The first day.' }),
    to: joined('day', { isIndexed: true, says: 'The last day.' }),
    registration: equal('registration'),
    acftICAO: equal('acftType'),
    sourceList: among('source'),
    kindList: among('kind'),
  },
  visible: { aircraft: 'none', buyer: 'none', provider: 'none', person: own('userId') },
  one: 'One entry of one’s own logbook.',
  list: 'Own entries by date, with the totals of all that the filter finds.',
  create: 'Adds an entry: a flight elsewhere, a simulator session, or totals brought forward.',
  update: 'Changes an entry of one’s own; one of the operator is LOCKED.',
  delete: 'Deletes an entry of one’s own; answers what was removed.',
})

export type LogbookEntry = RecordOf<typeof LOGBOOK_ENTRY_RECORD>
export type LogbookDetails = DetailsOf<(typeof LOGBOOK_ENTRY_RECORD)['fields']>

/** What is added up, in the order in which totals show it. */
export const SUMMED = [
  'flightCount',
  'totalMinutes',
  'singlePilotSeMinutes',
  'singlePilotMeMinutes',
  'multiPilotMinutes',
  'picMinutes',
  'picusMinutes',
  'spicMinutes',
  'copilotMinutes',
  'cruiseReliefMinutes',
  'dualMinutes',
  'instructorMinutes',
  'examinerMinutes',
  'nightMinutes',
  'ifrMinutes',
  'actualInstrumentMinutes',
  'simulatedInstrumentMinutes',
  'crossCountryMinutes',
  'fstdMinutes',
  'takeOffsDay',
  'takeOffsNight',
  'landingsDay',
  'landingsNight',
] as const satisfies readonly (keyof LogbookDetails)[]

export type Summed = (typeof SUMMED)[number]

const NEEDED = {
  FLIGHT: ['registration', 'acftType', 'adep', 'ades', 'offBlock', 'onBlock'],
  FSTD: ['fstdType'],
  BROUGHT_FORWARD: [],
} as const satisfies Record<LogbookDetails['kind'], readonly (keyof LogbookDetails)[]>

const graphName = (key: keyof LogbookDetails): string => nameOf(key, LOGBOOK_ENTRY_RECORD.fields[key])

const neededProblems = (entry: LogbookDetails): Problem[] => {
  const missing = NEEDED[entry.kind].filter((field) => entry[field] === null).map(graphName)
  if (entry.kind === 'FSTD' && entry.fstdMinutes === 0) missing.push('fstdMinutes')
  return missing.map((field) => ({ path: [field], message: `An entry of kind ${entry.kind} needs ${field}` }))
}

/** A simulator is no aircraft: its time is no flight time (AMC1 FCL.050). */
const simulatorProblems = (entry: LogbookDetails): Problem[] => {
  if (entry.kind === 'BROUGHT_FORWARD') return []
  const wrong =
    entry.kind === 'FSTD'
      ? SUMMED.filter((field) => field !== 'fstdMinutes' && field !== 'flightCount' && (entry[field] ?? 0) > 0)
      : (['fstdMinutes'] as const).filter((field) => entry[field] > 0)
  const message = entry.kind === 'FSTD' ? 'A simulator session is no flight time' : 'A flight is no simulator session'
  return wrong.map((field) => ({ path: [field], message }))
}

const TIMES = ['offBlock', 'takeOff', 'landing', 'onBlock'] as const

const timeProblems = (entry: LogbookDetails): Problem[] => {
  const given = TIMES.flatMap((field) => (entry[field] === null ? [] : [{ field, time: entry[field] as number }]))
  const late = given.find(({ time }, index) => index > 0 && time < (given[index - 1]?.time ?? 0))
  if (late) return [{ path: [late.field], message: 'Times follow each other: off-block, take-off, landing, on-block' }]
  const { offBlock, onBlock } = entry
  if (offBlock === null || onBlock === null) return []
  if (new Date(offBlock).toISOString().slice(0, 10) !== entry.date) {
    return [{ path: ['date'], message: 'date is the day of offBlock in UTC' }]
  }
  return onBlock - offBlock > DAY_MS && entry.flightCount === 1
    ? [{ path: ['onBlock'], message: 'A flight takes at most 24 hours from block to block' }]
    : []
}

/** The block time of an entry; null where it does not know it. */
export const blockOf = ({ offBlock, onBlock }: Pick<LogbookDetails, 'offBlock' | 'onBlock'>): number | null =>
  offBlock === null || onBlock === null ? null : minutesBetween(offBlock, onBlock)

const sum = (entry: LogbookDetails, fields: readonly Summed[]): number =>
  fields.reduce((total, field) => total + (entry[field] ?? 0), 0)

/** Each line: what lies within what, together (data §5.11). */
const WITHIN = [
  [['picMinutes', 'copilotMinutes', 'dualMinutes', 'cruiseReliefMinutes'], 'totalMinutes'],
  [['singlePilotSeMinutes', 'singlePilotMeMinutes', 'multiPilotMinutes'], 'totalMinutes'],
  [['actualInstrumentMinutes', 'simulatedInstrumentMinutes'], 'totalMinutes'],
  [['nightMinutes'], 'totalMinutes'],
  [['ifrMinutes'], 'totalMinutes'],
  [['crossCountryMinutes'], 'totalMinutes'],
  [['picusMinutes', 'spicMinutes'], 'picMinutes'],
  [['instructorMinutes'], 'picMinutes'],
  [['examinerMinutes'], 'picMinutes'],
] as const satisfies readonly (readonly [readonly Summed[], Summed])[]

const sumProblems = (entry: LogbookDetails): Problem[] => {
  const known = { ...entry, totalMinutes: entry.totalMinutes ?? blockOf(entry) ?? 0 }
  const beyond = WITHIN.flatMap(([fields, within]): Problem[] =>
    sum(known, fields) > sum(known, [within])
      ? [{ path: [fields[0]], message: `${fields.join(' and ')} cannot be more than ${within}` }]
      : [],
  )
  const block = blockOf(entry)
  if (block !== null && entry.flightCount <= 1 && known.totalMinutes > block) {
    beyond.push({ path: ['totalMinutes'], message: 'A flight takes no longer than from off-block to on-block' })
  }
  if (entry.fullStopNightLandings > entry.landingsNight) {
    beyond.push({ path: ['fullStopNightLandings'], message: 'They cannot be more than landingsNight' })
  }
  return beyond
}

/** What is wrong with an entry of one's own, as a whole. */
export const entryProblems = (entry: LogbookDetails): Problem[] => [
  ...neededProblems(entry),
  ...simulatorProblems(entry),
  ...timeProblems(entry),
  ...sumProblems(entry),
]

/** Where it stands among the others: by departure, else at the beginning of its day. */
export const placeInOrder = ({ date, offBlock }: Pick<LogbookDetails, 'date' | 'offBlock'>): number =>
  offBlock ?? Date.parse(`${date}T00:00:00Z`)
