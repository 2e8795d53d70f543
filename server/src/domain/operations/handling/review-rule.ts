/** What sends a service that was said yes to back to review: by default, or as the operator says (data §8.3, ADR 199). */
import type { Problem } from '../../problem.ts'
import { type ReviewReason, SERVICE_KINDS, type ServiceKind } from './service-kind.ts'

export interface ReviewRule {
  readonly kind: ServiceKind
  /** A time that moves by more than so much. */
  readonly timeMinutes: number
  /** What counts besides another airport or aircraft and a cancelled flight, which always do. */
  readonly reasonList: readonly ReviewReason[]
}

type Default = Omit<ReviewRule, 'kind'>

const rule = (timeMinutes: number, ...reasonList: readonly ReviewReason[]): Default => ({ timeMinutes, reasonList })

const DAY_MINUTES = 1440

const DEFAULTS: Readonly<Record<ServiceKind, Default>> = {
  CATERING: rule(30, 'PAX_COUNT'),
  CREW_TRANSPORT: rule(30, 'CREW_COUNT'),
  CUSTOMS: rule(60, 'PAX_COUNT'),
  DEICING: rule(30),
  FLIGHT_PLAN: rule(15, 'CALLSIGN'),
  FUEL: rule(60),
  HANDLING: rule(30, 'CALLSIGN', 'CREW_COUNT', 'PAX_COUNT'),
  HANGAR: rule(30),
  HOTEL: rule(60, 'CREW_COUNT'),
  LANDING_PERMIT: rule(DAY_MINUTES, 'CALLSIGN'),
  OVERFLIGHT_PERMIT: rule(DAY_MINUTES, 'CALLSIGN'),
  PARKING: rule(30),
  PAX_TRANSPORT: rule(30, 'PAX_COUNT'),
  PPR: rule(0, 'CALLSIGN'),
  SECURITY: rule(60, 'PAX_COUNT'),
  SLOT: rule(0, 'CALLSIGN'),
  WEATHER_PACKAGE: rule(15),
}

/** What an operator chooses to count; the others always do. */
const CHOSEN: readonly ReviewReason[] = ['CALLSIGN', 'CREW_COUNT', 'PAX_COUNT']

/** The rule of a kind, by those that the operator has of its own. */
export const reviewRuleOf = (own: readonly ReviewRule[], kind: ServiceKind): ReviewRule =>
  own.find((each) => each.kind === kind) ?? { kind, ...DEFAULTS[kind] }

/** Of every kind. */
export const reviewRules = (own: readonly ReviewRule[]): readonly ReviewRule[] =>
  SERVICE_KINDS.map((kind) => reviewRuleOf(own, kind))

const isDefault = ({ kind, ...rule }: ReviewRule): boolean => JSON.stringify(rule) === JSON.stringify(DEFAULTS[kind])

/** Those that differ from the default, in one form: whoever writes back what was read changes nothing. */
export const ownReviewRules = (said: readonly ReviewRule[]): readonly ReviewRule[] =>
  reviewRules(
    said.map(({ kind, timeMinutes, reasonList }) => ({
      kind,
      timeMinutes,
      reasonList: CHOSEN.filter((reason) => reasonList.includes(reason)),
    })),
  ).filter((each) => !isDefault(each))

const MAX_REVIEW_MINUTES = 7 * DAY_MINUTES

export const reviewRuleProblems = (list: readonly ReviewRule[]): Problem[] => {
  const path = ['reviewRuleList']
  if (new Set(list.map(({ kind }) => kind)).size < list.length) {
    return [{ path, message: 'Name each kind of service once' }]
  }
  return list.flatMap(({ timeMinutes, reasonList }, index) => [
    ...(timeMinutes >= 0 && timeMinutes <= MAX_REVIEW_MINUTES
      ? []
      : [{ path: [...path, `${index}`, 'timeMinutes'], message: `timeMinutes is from 0 to ${MAX_REVIEW_MINUTES}` }]),
    ...(reasonList.every((reason) => CHOSEN.includes(reason))
      ? []
      : [
          {
            path: [...path, `${index}`, 'reasonList'],
            message: `reasonList takes ${CHOSEN.join(', ')}: the others always count`,
          },
        ]),
  ])
}
