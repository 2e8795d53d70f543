/**
 * Assesses flights again where nothing near them changed: the operator changed its rules, which planned duties follow,
 * or the estimated end of a block has passed (data §4.5). One aircraft a step, so that planners wait for no more; a flight whose reasons stay is
 * not written, and the feed tells of the others.
 */
import { DAY_MS } from '../../../domain/interval.ts'
import { endOf } from '../../../domain/operations/fleet/unavailability.ts'
import type { OperatorRules } from '../../../domain/operations/operator-rules.ts'
import type { PlatformTx } from '../../../storage/handles.ts'
import { crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import {
  type NewRules,
  newRules,
  nextPlannedAircraft,
  noteAssessedBlock,
  noteAssessedRules,
  type PassedBlock,
  passedBlocks,
  plannedFlightIds,
} from '../../../storage/operations/risk/assessed-anew.ts'
import { lockRecords } from '../../../storage/records.ts'
import { type ViewTx, writingAs } from '../../../storage/view.ts'
import { followRules, lockCrew } from '../crew/roster.ts'
import type { Desk } from '../desk.ts'
import { rulesOf } from './rules.ts'
import { settleRisk } from './settle-risk.ts'

/** How often processes look for what is to be assessed. */
export const ASSESS_ANEW_MS = 60_000

/** A flight is planned up to three days after it was to leave. */
const STILL_PLANNED_MS = 4 * DAY_MS
/** No flight is planned farther ahead. */
const AHEAD_MS = 1100 * DAY_MS

/** What a step needs beside its transaction. */
type Surroundings = Pick<Desk, 'world' | 'reference'>

interface Assessed {
  /** Flights from then on. */
  readonly from: number
  /** The rules that planned duties are to follow; null where they are as they were. */
  readonly rules: OperatorRules | null
}

const inWholeOperator = (tx: PlatformTx, tenantId: string): ViewTx =>
  writingAs(tx.inTenant(tenantId), { of: 'operator' })

/** Locks crew and aircraft first, as every change of one of these flights does. */
const assessAircraft = async (
  tx: ViewTx,
  { world, reference }: Surroundings,
  aircraftId: string,
  { from, rules }: Assessed,
): Promise<void> => {
  const flightIds = await plannedFlightIds(tx, aircraftId, from)
  if (flightIds.length === 0) return
  const crews = [...(await crewOfFlights(tx, flightIds)).values()].flat()
  const crew = [...new Set(crews.map(({ crewMemberId }) => crewMemberId))]
  await lockCrew(tx, crew)
  await lockRecords(tx, AIRCRAFT, [aircraftId])
  const ahead = { from, to: from + AHEAD_MS }
  const crewMemberIds = rules ? await followRules(tx, world, { crewMemberIds: crew, changed: ahead, rules }) : []
  const changed = crewMemberIds.length > 0 ? ahead : { from, to: from }
  await settleRisk(tx, reference, { aircraftIds: [aircraftId], crewMemberIds, flightIds, changed })
}

const assessBlock = async (
  platform: PlatformTx,
  around: Surroundings,
  block: PassedBlock,
  now: number,
): Promise<void> => {
  const tx = inWholeOperator(platform, block.tenantId)
  await assessAircraft(tx, around, block.aircraftId, { from: now - STILL_PLANNED_MS, rules: null })
  await noteAssessedBlock(tx, block.unavailabilityId, endOf({ from: 0, to: block.to, isEndEstimated: true }, now))
}

const assessRules = async (platform: PlatformTx, around: Surroundings, rules: NewRules, now: number): Promise<void> => {
  const tx = inWholeOperator(platform, rules.tenantId)
  const from = now - STILL_PLANNED_MS
  const next = await nextPlannedAircraft(tx, rules.aircraftId, from)
  if (next !== null) await assessAircraft(tx, around, next, { from, rules: await rulesOf(tx) })
  await noteAssessedRules(tx, rules.version, next)
}

/** One aircraft of one operator; true if more is left. */
export const assessAnew = async (tx: PlatformTx, around: Surroundings): Promise<boolean> => {
  const now = await tx.now()
  const [block] = await passedBlocks(tx, now, 1)
  if (block) await assessBlock(tx, around, block, now)
  const [rules] = block ? [] : await newRules(tx, 1)
  if (rules) await assessRules(tx, around, rules, now)
  return Boolean(block ?? rules)
}
