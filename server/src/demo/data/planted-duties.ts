/** What every demo must show of crews: a standby that was called out, and a sick report over a planned duty. */
import { HOUR_MS } from '../../domain/interval.ts'
import type { CrewMember } from '../../domain/operations/crew/crew.ts'
import { DUTY_RECORD, type Duty, type DutyKind, type Entered, enteredDuty } from '../../domain/operations/crew/duty.ts'
import { periodAround, periodWarnings } from '../../domain/operations/crew/duty-period.ts'
import { standbyAfter } from '../../domain/operations/crew/standby.ts'
import { DEFAULT_RULES } from '../../domain/operations/operator-rules.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { Seeded } from './seeded.ts'

/** Everything planted leaves the next hours as they are: a demo is begun at any time of day. */
const NOT_WITHIN_MS = 6 * HOUR_MS
const STANDBY_BEFORE_MS = 3 * HOUR_MS
const STANDBY_AFTER_MS = 5 * HOUR_MS
const SICK_SINCE_MS = 2 * HOUR_MS
const SICK_AFTER_MS = 12 * HOUR_MS

export interface PlantedDuties {
  readonly duties: readonly Duty[]
  readonly crewMembers: readonly CrewMember[]
  readonly asOf: number
}

type Times = Omit<ReturnType<typeof enteredDuty>, 'entered'> & { readonly entered: Entered }

const planted = (
  random: Seeded,
  { crewMemberId }: Duty,
  kind: DutyKind,
  { times, asOf }: { times: Times; asOf: number },
) =>
  madeRecord(DUTY_RECORD, asOf, {
    dutyId: random.id('dty'),
    crewMemberId,
    kind,
    ...times,
  })

const callOut = (random: Seeded, flown: Duty, own: readonly Duty[], asOf: number): Duty | null => {
  const from = flown.plannedStartAt - STANDBY_BEFORE_MS
  const times = standbyAfter({ from, to: flown.plannedStartAt + STANDBY_AFTER_MS }, [flown])
  const standby = planted(random, flown, 'STANDBY', { times, asOf })
  const { dutyLimits } = DEFAULT_RULES
  const isLegal = periodWarnings(periodAround(standby, [...own, standby], dutyLimits), dutyLimits).length === 0
  return isLegal && own.every(({ endAt, dutyId }) => dutyId === flown.dutyId || endAt <= from || endAt > flown.endAt)
    ? standby
    : null
}

/** Of crew who do not sign in: what people of the demo see of themselves stays as it is told elsewhere. */
export const plantedDuties = (random: Seeded, { duties, crewMembers, asOf }: PlantedDuties): Duty[] => {
  const users = new Set(crewMembers.filter(({ userId }) => userId !== null).map(({ crewMemberId }) => crewMemberId))
  const own = Map.groupBy(duties, ({ crewMemberId }) => crewMemberId)
  const coming = duties
    .filter(({ crewMemberId, plannedStartAt }) => !users.has(crewMemberId) && plannedStartAt > asOf + NOT_WITHIN_MS)
    .toSorted((a, b) => a.plannedStartAt - b.plannedStartAt || (a.dutyId < b.dutyId ? -1 : 1))
  const dutiesOf = ({ crewMemberId }: Duty) => own.get(crewMemberId) ?? []
  const standby = coming.reduce<Duty | null>(
    (found, duty) => found ?? callOut(random, duty, dutiesOf(duty), asOf),
    null,
  )
  const since = asOf - SICK_SINCE_MS
  const isFirst = (duty: Duty) =>
    dutiesOf(duty).every(({ endAt, startAt }) => endAt <= since || startAt >= duty.startAt)
  const ill = coming.find((duty) => duty.crewMemberId !== standby?.crewMemberId && isFirst(duty))
  const times = ill && enteredDuty({ from: since, to: ill.plannedEndAt + SICK_AFTER_MS })
  const sick = ill && times ? [planted(random, ill, 'SICK', { times, asOf })] : []
  return [...(standby ? [standby] : []), ...sick]
}
