/**
 * Duties and the rest between them. The limits are the operator's own, simplified, and warn only; nothing here claims to
 * be anybody's regulation (data §4.10).
 */
import { type Interval, intervalProblems } from '../../interval.ts'
import { type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { airport, idOf, oneOf, time, truth, value, values, whole } from '../../records/fields.ts'
import { among, byId, joined, overlap } from '../../records/filter.ts'
import { subject, type Warning, type WarningCode, warning } from '../../warning.ts'
import { inFull, toReaders } from '../../wording.ts'
import type { CrewMember } from './crew.ts'

const DUTY_KINDS = [
  'FLIGHT',
  'STANDBY',
  'RESERVE',
  'OFF',
  'VACATION',
  'SICK',
  'UNFIT',
  'FATIGUE',
  'TRAINING',
  'SIMULATOR',
  'POSITIONING',
  'OFFICE',
] as const
export type DutyKind = (typeof DUTY_KINDS)[number]

/** What an engine for flight time limitations says of a duty. */
export interface DutyAssessment {
  /** The name of the application or the label of the key that wrote it. */
  readonly source: string
  /** Which of them it was: each has one per duty. Absent from what was stored before it was kept. */
  readonly by?: string
  readonly ruleSet: string
  readonly isLegal: boolean
  readonly maxFdpMinutes: number | null
  readonly minRestMinutes: number | null
  readonly messageList: readonly string[]
  readonly assessedAt: number
  /** The duty has changed since. */
  readonly isStale: boolean
}

/** What a person entered of a duty; what is older has no airports. */
export interface Entered extends Interval {
  readonly startAirportId?: string | null
  readonly endAirportId?: string | null
}

export const DUTY_KIND = enumeration('DutyKind', DUTY_KINDS)

const MAX_DUTY_DAYS = 62

export const DUTY_RECORD = record('Duty', {
  file: 'domain/operations/crew/duty.ts',
  entity: 'DUTY',
  noun: 'duty',
  plural: 'duties',
  calledBy: ['kind'],
  listed: ['crewMemberId', 'startAt', 'endAt', 'startAirportId', 'endAirportId'],
  says: 'A duty of a crew member. FLIGHT duties follow from crew assignments.',
  id: { field: 'dutyId', prefix: 'dty' },
  read: 'crew:read',
  write: 'crew:write',
  isTypeOpen: true,
  fields: {
    crewMemberId: idOf('CrewMember', { required: true, written: 'create', parent: 'input', headings: '' }),
    kind: oneOf(DUTY_KIND, {
      required: true,
      headings: 'type, duty, duty type, Art, Dienst, Dienstart, genre, service, tipo, servizio',
    }),
    startAt: time({
      required: true,
      label: 'Starts',
      says: 'As it stands: actual, else estimated, else planned.',
      headings: 'start, start time, from, begin, Beginn, Von, début, de, inizio, da',
    }),
    endAt: time({ required: true, label: 'Ends', headings: 'end, end time, to, until, Ende, Bis, fin, à, fine, a' }),
    plannedStartAt: time({ required: true, written: 'never', label: 'Planned to start' }),
    plannedEndAt: time({ required: true, written: 'never', label: 'Planned to end' }),
    /** Once its first flight has left; once its last one is on block. */
    actualStartAt: time({ written: 'never', label: 'Started' }),
    actualEndAt: time({ written: 'never', label: 'Ended' }),
    /** The last on-block: the flight duty period lasts from the report to it. Null where there is no flight. */
    fdpEndAt: time({ written: 'never', label: 'Flight duty ends' }),
    startAirportId: airport({
      as: 'startAirport',
      asks: 'Of a POSITIONING: where it begins.',
      headings: 'from airport, departure, origin, Abflugort, départ, partenza',
    }),
    endAirportId: airport({
      as: 'endAirport',
      asks: 'Of a POSITIONING: where the person is then.',
      headings: 'to airport, arrival, destination, Ankunftsort, Ziel, arrivée, arrivo',
    }),
    startsDuty: truth({
      label: 'Begins a period',
      says: 'True: a period of duty begins with it; false: it belongs to the work before; null: by the gap.',
      headings: '',
    }),
    /** Of a STANDBY that flight duty or positioning ended. */
    calledOutAt: time({ written: 'never', label: 'Called out', says: 'When a STANDBY turned into another duty.' }),
    breakMinutes: whole({ written: 'never', says: 'Breaks between its flights that are long enough to count.' }),
    /** Flights that the person operated; null where it was stored before positions counted. */
    sectors: whole({ written: 'never', shown: 'sectorCount' }),
    flightIdList: values<string>()({ written: 'never', shown: 'flightIdList' }),
    assessmentList: values<DutyAssessment>()({ written: 'never', shown: 'assessmentList' }),
    /** The times and places that a person entered; without them the duty follows from its flights, and ends with them. */
    entered: value<Entered>()({ written: 'never', shown: null }),
  },
  rules: [
    {
      of: ['startAt', 'endAt'],
      problems: ({ startAt, endAt }) => intervalProblems({ from: startAt, to: endAt }, ['endAt'], MAX_DUTY_DAYS),
    },
  ],
  order: { field: 'startAt' },
  filters: {
    dutyIdList: byId,
    crewMemberIdList: among('crewMemberId'),
    interval: overlap('startAt', 'endAt', 400),
    kindList: among('kind'),
    flightId: joined('id'),
  },
  filtersAs: 'required',
  needsOneOf: ['interval', 'dutyIdList', 'updatedSince', 'externalId'],
  visible: { aircraft: 'none', buyer: 'none', provider: 'none', person: 'joined' },
  one: 'One duty.',
  list: 'Duties by start.',
  create:
    'Enters a duty. Refused where the member is on another one at that time; SICK, UNFIT and FATIGUE are facts, accepted over duties, and put flights at risk.',
  update: 'Changes an entered duty.',
  delete: 'Removes an entered duty; answers what was removed.',
  patch: 'What is absent stays.',
})

export type Duty = RecordOf<typeof DUTY_RECORD>

/** Facts that keep a person from flying. Nobody plans them, so that they are accepted over duties (data §5.4). */
const ABSENCES: ReadonlySet<DutyKind> = new Set(['SICK', 'UNFIT', 'FATIGUE'])

export const isAbsence = (kind: DutyKind): boolean => ABSENCES.has(kind)

/** Kinds of duty that count as work and must be followed by rest. */
export const WORKING_KINDS: readonly DutyKind[] = [
  'FLIGHT',
  'STANDBY',
  'TRAINING',
  'SIMULATOR',
  'POSITIONING',
  'OFFICE',
]

export const isWork = (kind: DutyKind): boolean => WORKING_KINDS.includes(kind)

/** A duty that a person enters, without flights. */
export const enteredDuty = ({ from, to, startAirportId = null, endAirportId = null }: Entered) => ({
  startAt: from,
  endAt: to,
  plannedStartAt: from,
  plannedEndAt: to,
  actualStartAt: null,
  actualEndAt: null,
  fdpEndAt: null,
  startAirportId,
  endAirportId,
  calledOutAt: null as number | null,
  breakMinutes: null,
  sectors: null,
  flightIdList: [],
  entered: { from, to, startAirportId, endAirportId },
})

const WITHOUT_NAMES: Readonly<Partial<Record<WarningCode, string>>> = {
  REST_BELOW_MINIMUM: 'Someone rests less than the minimum',
  DUTY_ABOVE_MAXIMUM: 'A duty is longer than the maximum',
  DUTY_ASSESSED_ILLEGAL: 'A duty of the crew was judged illegal',
}

/** Says whose duty it is to whoever may read crews; others learn that something is wrong, not whose or how much. */
export const namingMember = (
  each: Warning,
  { dutyId, crewMemberId }: Pick<Duty, 'dutyId' | 'crewMemberId'>,
  member: Pick<CrewMember, 'code'> | undefined,
): Warning => {
  const code = member?.code ?? null
  const full = code === null ? inFull(each.message) : `${code}: ${inFull(each.message)}`
  const general = WITHOUT_NAMES[each.code] ?? 'Something is wrong with a duty of the crew'
  const subjects = [subject('DUTY', dutyId), subject('CREW_MEMBER', crewMemberId, code)]
  return { ...each, message: toReaders('crew:read', full, general), subjects }
}

/** What engines say of it, as long as it has not changed since. */
export const assessmentWarnings = ({ assessmentList }: Pick<Duty, 'assessmentList'>): Warning[] =>
  assessmentList
    .filter(({ isLegal, isStale }) => !isLegal && !isStale)
    .map(({ source, ruleSet, messageList }) => {
      const full = `${source} judges the duty illegal by ${ruleSet}${messageList.map((text) => `: ${text}`).join('')}`
      const message = toReaders('crew:read', full, 'A duty of the crew was judged illegal')
      return warning('DUTY_ASSESSED_ILLEGAL', message)
    })
