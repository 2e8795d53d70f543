/** The duties of one person around some flights, made once for all of these (threats row 436). */
import type { DutyLimits } from '../operator-rules.ts'
import { type Duty, isAbsence } from './duty.ts'
import { DutyPeriods, PERIOD_FIELDS, type PeriodAround } from './duty-period.ts'

export const CREW_DUTY_FIELDS = [
  ...PERIOD_FIELDS,
  'endAirportId',
  'flightIdList',
  'assessmentList',
] as const satisfies readonly (keyof Duty)[]

export type CrewDuty = Pick<Duty, (typeof CREW_DUTY_FIELDS)[number]>

export class MemberDuties {
  readonly absences: readonly CrewDuty[]
  readonly positionings: readonly CrewDuty[]
  readonly #byFlight = new Map<string, CrewDuty>()
  readonly #periods: DutyPeriods

  /** In the order of time. */
  constructor(duties: readonly CrewDuty[], limits: DutyLimits) {
    this.absences = duties.filter(({ kind }) => isAbsence(kind))
    this.positionings = duties.filter(({ kind }) => kind === 'POSITIONING')
    for (const duty of duties) {
      for (const flightId of duty.flightIdList) if (!this.#byFlight.has(flightId)) this.#byFlight.set(flightId, duty)
    }
    this.#periods = new DutyPeriods(duties, limits)
  }

  ofFlight(flightId: string): CrewDuty | undefined {
    return this.#byFlight.get(flightId)
  }

  periodAround(duty: CrewDuty): PeriodAround {
    return this.#periods.around(duty)
  }
}
