/** The settings as fields of one form: what each is called, what it does, and where it stands in the graph. */
import { type Draft, inputOf } from '../data/form-values.ts'
import { type FieldOfKind, kindNamed } from '../data/kinds.ts'
import { spelled } from '../data/spelled.ts'
import { GraphFailure, type Refusal } from '../graph/failure.ts'
import type { Settings } from './queries.ts'

type Given = Pick<FieldOfKind, 'name' | 'label' | 'type' | 'says'> & Partial<Pick<FieldOfKind, 'words' | 'limits'>>

const field = (given: Given): FieldOfKind => ({
  limits: {},
  isNeeded: given.type !== 'words',
  inCreate: false,
  isAsked: false,
  inUpdate: true,
  isArgument: false,
  shown: null,
  ...given,
})

const whole = (name: string, label: string, says: string, [min, max]: readonly [number, number]): FieldOfKind =>
  field({ name, label, says, type: 'whole', limits: { min, max } })
const truth = (name: string, label: string, says: string): FieldOfKind => field({ name, label, says, type: 'truth' })
const wordsOf = (kind: string, name: string): readonly string[] =>
  kindNamed(kind)?.fields.find((each) => each.name === name)?.words ?? []

/** Warnings that a flight can have while it is planned; those that always refuse a release are among them. */
const RELEASE_WARNINGS = [
  'AIRCRAFT_LATE',
  'AIRCRAFT_NOT_ACTIVE',
  'BLOCK_TOO_SHORT',
  'COMMANDER_MISSING',
  'CREW_BELOW_MINIMUM',
  'CREW_LATE',
  'CREW_POSITION_GAP',
  'CREW_UNAVAILABLE',
  'DEFECT_OPEN',
  'DEFECT_RESTRICTION',
  'DEFERRAL_EXPIRED',
  'DUTY_ABOVE_MAXIMUM',
  'DUTY_ASSESSED_ILLEGAL',
  'FLIGHT_AT_RISK',
  'MAINTENANCE_DUE',
  'OPTION_OVERLAP',
  'PASSENGER_OVERLAP',
  'PAX_ABOVE_SEATS',
  'PAX_COUNT_DIFFERS',
  'PERMIT_TO_FLY',
  'POSITION_GAP',
  'QUALIFICATION_EXPIRED',
  'QUALIFICATION_EXPIRING',
  'QUALIFICATION_MISSING',
  'RANGE_EXCEEDED',
  'REST_BELOW_MINIMUM',
  'RUNWAY_SHORT',
  'SERVICE_NEEDS_REVIEW',
  'TRAVEL_DOCUMENT_EXPIRED',
  'TRAVEL_DOCUMENT_MISSING',
  'UNAVAILABILITY_OVERLAP',
] as const satisfies readonly Settings['releaseBlockList'][number][]

const DAY = 1440

export interface Group {
  readonly title: string
  readonly about?: string
  readonly fields: readonly FieldOfKind[]
}

/** Of the graph's `dutyLimits`. */
const DUTY = [
  truth('isOn', 'Duty limits', 'Whether duties and rests are held against these limits at all.'),
  truth('restFollowsDuty', 'Rest follows duty', 'Whether a rest is at least as long as the duty before it.'),
  whole('maxDutyMinutes', 'Longest duty', 'Minutes; a longer one is warned of.', [60, DAY]),
  whole('minRestMinutes', 'Shortest rest', 'Minutes between two duties.', [0, 2 * DAY]),
  whole('newDutyGapMinutes', 'Gap that parts duties', 'Minutes; flights with a longer gap make two duties.', [30, DAY]),
  whole('reportMinutes', 'Report before', 'Minutes of duty before the first off-block.', [0, 300]),
  whole('debriefMinutes', 'Debrief after', 'Minutes of duty after the last on-block.', [0, 300]),
  whole('standbyPercent', 'Standby that counts', 'Percent of a standby that count as duty.', [0, 100]),
  whole('splitBreakMinutes', 'Break within a duty', 'Minutes; a gap that lasts so long is a break.', [30, DAY]),
  whole('splitBreakPercent', 'Longer by breaks', 'Percent of its breaks by which a duty may last longer.', [0, 100]),
]

const FLIGHTS = ({ releaseBlockList }: Settings): Group => ({
  title: 'Flights',
  fields: [
    whole('taxiOutMinutes', 'Taxi out', 'Minutes from off-block to take-off where nobody said.', [0, 120]),
    whole('taxiInMinutes', 'Taxi in', 'Minutes from landing to on-block where nobody said.', [0, 120]),
    whole(
      'planPayloadKg',
      'Payload of flight plans',
      'Kilograms by which it may differ until a plan is outdated.',
      [0, 100_000],
    ),
    truth('closeNeedsSignedLog', 'Signed log to close', 'Whether a flight is closed with a signed journey log only.'),
    field({
      name: 'releaseBlockList',
      label: 'Warnings that keep a flight from release',
      says: 'Besides those that always do.',
      type: 'words',
      words: [...new Set([...RELEASE_WARNINGS, ...releaseBlockList])],
    }),
  ],
})

const CREW: Group = {
  title: 'Crew',
  fields: [
    truth('crewNamesShown', 'Names of colleagues', 'Whether people’s own applications name the others of a crew.'),
    field({
      name: 'medicalClassMin',
      label: 'Medical of pilots',
      says: 'The least that a pilot needs to fly.',
      type: 'word',
      words: wordsOf('Qualification', 'medicalClass'),
    }),
    field({
      name: 'requiredCheckList',
      label: 'Papers that a pilot needs as well',
      says: 'A pilot without a valid one is warned of.',
      type: 'words',
      words: wordsOf('Qualification', 'kind'),
    }),
  ],
}

const PASSENGERS: Group = {
  title: 'Passengers',
  fields: [
    whole(
      'passengerRetentionDays',
      'Kept after the last flight',
      'Days; then a passenger’s details are erased.',
      [1, 3650],
    ),
  ],
}

const DOCUMENTS = 'requiredDocumentList'
const REVIEW = 'reviewRuleList'

export interface Folded {
  /** What the fields are about: a kind of flight or of service. */
  readonly of: string
  readonly fields: readonly FieldOfKind[]
}

export const documentsOf = (): Folded[] =>
  wordsOf('Flight', 'kind').map((of) => ({
    of,
    fields: [
      field({
        name: `${DOCUMENTS}.${of}`,
        label: `Documents of ${spelled(of).toLowerCase()} flights`,
        says: 'Briefings name what is missing.',
        type: 'words',
        words: wordsOf('Document', 'kind'),
      }),
    ],
  }))

const MINUTES = 'timeMinutes'
const REASONS = 'reasonList'

export const reviewsOf = ({ reviewRuleList }: Settings): Folded[] =>
  reviewRuleList.map(({ kind }) => ({
    of: kind,
    fields: [
      whole(`${REVIEW}.${kind}.${MINUTES}`, 'Minutes', 'A time that moves by more asks the provider again.', [
        0,
        7 * DAY,
      ]),
      field({
        name: `${REVIEW}.${kind}.${REASONS}`,
        label: 'Changes that ask again',
        says: 'Another airport or aircraft, and a cancelled flight, always do.',
        type: 'words',
        words: ['CALLSIGN', 'CREW_COUNT', 'PAX_COUNT'],
      }),
    ],
  }))

export const groupsOf = (settings: Settings): Group[] => [
  FLIGHTS(settings),
  CREW,
  { title: 'Duty', about: 'Simplified, no regulation', fields: DUTY },
  PASSENGERS,
]

export const fieldsOf = (settings: Settings): FieldOfKind[] => [
  ...groupsOf(settings).flatMap(({ fields }) => fields),
  ...[...documentsOf(), ...reviewsOf(settings)].flatMap(({ fields }) => fields),
]

/** Several words are in the order in which they are chosen from. */
const inOrder = (words: readonly string[] = [], chosen: readonly string[]): string =>
  words.filter((word) => chosen.includes(word)).join(' ')

const textIn = (settings: Settings, { name, words }: FieldOfKind): string => {
  const [at = '', of, part] = name.split('.')
  if (at === DOCUMENTS) {
    return inOrder(words, settings[DOCUMENTS].find(({ flightKind }) => flightKind === of)?.kindList ?? [])
  }
  if (at === REVIEW) {
    const rule = settings[REVIEW].find(({ kind }) => kind === of)
    return part === MINUTES ? String(rule?.timeMinutes ?? '') : inOrder(words, rule?.reasonList ?? [])
  }
  const value = { ...settings, ...settings.dutyLimits }[at as keyof Settings]
  return Array.isArray(value) ? inOrder(words, value as readonly string[]) : String(value)
}

export const draftOfSettings = (settings: Settings): Draft =>
  Object.fromEntries(fieldsOf(settings).map((each) => [each.name, textIn(settings, each)]))

/** The lists are given as wholes, so that nothing of them is left to what stood there before. */
export const settingsInput = (settings: Settings, draft: Draft, before: Draft): Record<string, unknown> => {
  const changed = inputOf(fieldsOf(settings), draft, before)
  const names = Object.keys(changed)
  const isIn = (list: string) => names.some((name) => name.startsWith(`${list}.`))
  const duty = new Set(DUTY.map(({ name }) => name))
  const words = (name: string) => (draft[name] ?? '').split(' ').filter(Boolean)
  const others = names.filter((name) => !name.includes('.') && !duty.has(name))
  const limits = names.filter((name) => duty.has(name))
  const pick = (some: readonly string[]) => Object.fromEntries(some.map((name) => [name, changed[name]]))
  return {
    ...pick(others),
    ...(limits.length > 0 ? { dutyLimits: pick(limits) } : {}),
    ...(isIn(DOCUMENTS)
      ? {
          [DOCUMENTS]: documentsOf()
            .map(({ of }) => ({ flightKind: of, kindList: words(`${DOCUMENTS}.${of}`) }))
            .filter(({ kindList }) => kindList.length > 0),
        }
      : {}),
    ...(isIn(REVIEW)
      ? {
          [REVIEW]: settings[REVIEW].map(({ kind }) => ({
            kind,
            timeMinutes: Number(draft[`${REVIEW}.${kind}.${MINUTES}`]),
            reasonList: words(`${REVIEW}.${kind}.${REASONS}`),
          })),
        }
      : {}),
  }
}

/** `input.reviewRuleList.5.timeMinutes` is about the minutes of the sixth kind of service. */
const pathHere = ({ path }: Refusal, { reviewRuleList }: Settings): readonly string[] | null => {
  const at = path?.indexOf(REVIEW) ?? -1
  const kind = at < 0 ? undefined : reviewRuleList[Number(path?.[at + 1])]?.kind
  return kind === undefined ? (path ?? null) : [`${REVIEW}.${kind}.${path?.at(-1)}`]
}

/** The same refusal with paths that name the form's own fields. */
export const atOwnFields = (error: unknown, settings: Settings): unknown => {
  if (!(error instanceof GraphFailure) || error.refusals.length === 0) return error
  const refusals = error.refusals.map((refusal) => ({ ...refusal, path: pathHere(refusal, settings) }))
  return new GraphFailure(error.kind, error.message, error.requestId, refusals)
}
