/** How well a crew member who is free fits a flight that is to be crewed (data §4.10). */
import { HOUR_MS, type Interval, MINUTE_MS, overlaps } from '../../interval.ts'
import type { Warning } from '../../warning.ts'
import { subject } from '../../warning.ts'
import { toReaders } from '../../wording.ts'
import type { DutyLimits } from '../operator-rules.ts'
import type { CrewMember } from './crew.ts'
import { keepsFromFlying } from './crew-papers.ts'
import type { Duty } from './duty.ts'
import { PERIOD_FIELDS, type PeriodPart, periodAround, periodWarnings } from './duty-period.ts'

/** After two days a person may be anywhere, and is taken to be at the base. */
const PRESENT_MS = 48 * HOUR_MS

/** The flight for which somebody is sought. */
export interface Sought {
  readonly flight: Interval
  /** Where it begins; null where that does not matter. */
  readonly adepId: string | null
  readonly limits: DutyLimits
}

/** What is looked at of whoever might be free. */
export const SOUGHT_FIELDS = [
  'crewMemberId',
  'code',
  'positionList',
  'baseId',
] as const satisfies readonly (keyof CrewMember)[]

export type SoughtMember = Pick<CrewMember, (typeof SOUGHT_FIELDS)[number]>

/** What is looked at of their duties. */
export const AROUND_FIELDS = [...PERIOD_FIELDS, 'endAirportId'] as const satisfies readonly (keyof Duty)[]

export type DutyAround = Pick<Duty, (typeof AROUND_FIELDS)[number]>

export interface FreeMember {
  readonly member: SoughtMember
  readonly placeId: string
  readonly isOnStandby: boolean
  readonly isInReserve: boolean
  readonly warnings: readonly Warning[]
}

/** The duty that the flight would make. */
const dutyFor = ({ flight, limits }: Sought): Interval => ({
  from: flight.from - limits.reportMinutes * MINUTE_MS,
  to: flight.to + limits.debriefMinutes * MINUTE_MS,
})

const spanOf = ({ startAt, endAt }: DutyAround): Interval => ({ from: startAt, to: endAt })

/** Legs of one day make one duty, so that of a flight duty only the flight's own time is taken. */
const isTaken = (duty: DutyAround, sought: Sought): boolean => {
  if (duty.kind === 'RESERVE') return false
  if (duty.kind === 'FLIGHT') return overlaps(spanOf(duty), sought.flight)
  const needed = dutyFor(sought)
  if (duty.kind === 'STANDBY' && duty.startAt <= needed.from) return false
  return overlaps(spanOf(duty), needed)
}

const placeOf = ({ baseId }: SoughtMember, duties: readonly DutyAround[], { flight }: Sought): string => {
  const last = duties.findLast(({ endAirportId, endAt }) => endAirportId !== null && endAt <= flight.from)
  return last?.endAirportId && flight.from - last.endAt <= PRESENT_MS ? last.endAirportId : baseId
}

/** What rest and length would be; it joins the work around it by the gap, whatever that is. */
const limitWarnings = (member: SoughtMember, duties: readonly DutyAround[], sought: Sought): Warning[] => {
  const { crewMemberId, code } = member
  const { from, to } = dutyFor(sought)
  const duty: PeriodPart = {
    dutyId: '',
    crewMemberId,
    kind: 'POSITIONING',
    startAt: from,
    endAt: to,
    plannedStartAt: from,
    plannedEndAt: to,
    startsDuty: null,
    breakMinutes: null,
  }
  // A standby ends where the flight calls it out.
  const around = duties.map(
    (each): PeriodPart =>
      each.kind === 'STANDBY' && overlaps(spanOf(each), { from, to })
        ? { ...each, endAt: from, plannedEndAt: from }
        : each,
  )
  return periodWarnings(periodAround(duty, [...around, duty], sought.limits), sought.limits).map((each) => ({
    ...each,
    message: toReaders('crew:read', `${code}: ${each.message}`, 'A limit of duty or rest would be passed'),
    subjects: [subject('CREW_MEMBER', crewMemberId, code)],
  }))
}

/** Null where the member is on another duty, or absent. `duties` are those around the flight, in the order of time. */
export const freeMember = (
  member: SoughtMember,
  duties: readonly DutyAround[],
  papers: readonly Warning[],
  sought: Sought,
): FreeMember | null => {
  if (duties.some((duty) => isTaken(duty, sought))) return null
  const during = duties.filter((duty) => overlaps(spanOf(duty), dutyFor(sought)))
  return {
    member,
    placeId: placeOf(member, duties, sought),
    isOnStandby: during.some(({ kind }) => kind === 'STANDBY'),
    isInReserve: during.some(({ kind }) => kind === 'RESERVE'),
    warnings: [...papers, ...limitWarnings(member, duties, sought)],
  }
}

/** What stands against each, the worst first: papers, limits, another place, not being on standby or in reserve. */
const against = ({ warnings, placeId, isOnStandby, isInReserve }: FreeMember, adepId: string | null): number[] => [
  Number(warnings.some(keepsFromFlying)),
  Number(warnings.some(({ code }) => code === 'REST_BELOW_MINIMUM' || code === 'DUTY_ABOVE_MAXIMUM')),
  Number(adepId !== null && placeId !== adepId),
  isOnStandby ? 0 : isInReserve ? 1 : 2,
]

export const byFit =
  (adepId: string | null) =>
  (a: FreeMember, b: FreeMember): number => {
    const [left, right] = [against(a, adepId), against(b, adepId)]
    const first = left.findIndex((value, index) => value !== right[index])
    if (first >= 0) return (left[first] ?? 0) - (right[first] ?? 0)
    return a.member.code < b.member.code ? -1 : 1
  }
