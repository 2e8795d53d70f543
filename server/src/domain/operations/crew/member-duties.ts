/** The duties of one person around some flights, made once for all of these (threats row 436). */
import type { DutyLimits } from '../operator-rules.ts'
import { type Duty, isAbsence } from './duty.ts'
import { DutyPeriods, type PeriodAround } from './duty-period.ts'

export class MemberDuties {
  readonly absences: readonly Duty[]
  readonly positionings: readonly Duty[]
  readonly #byFlight = new Map<string, Duty>()
  readonly #periods: DutyPeriods

  /** In the order of time. */
  constructor(duties: readonly Duty[], limits: DutyLimits) {
    this.absences = duties.filter(({ kind }) => isAbsence(kind))
    this.positionings = duties.filter(({ kind }) => kind === 'POSITIONING')
    for (const duty of duties) {
      for (const flightId of duty.flightIdList) if (!this.#byFlight.has(flightId)) this.#byFlight.set(flightId, duty)
    }
    this.#periods = new DutyPeriods(duties, limits)
  }

  ofFlight(flightId: string): Duty | undefined {
    return this.#byFlight.get(flightId)
  }

  periodAround(duty: Duty): PeriodAround {
    return this.#periods.around(duty)
  }
}
