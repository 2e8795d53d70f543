/**
 * Assesses the later flights of a crew member whose papers changed, or of an aircraft that became another type
 * (data §4.5).
 */
import { DAY_MS } from '../../../domain/interval.ts'
import { keepsFromFlying } from '../../../domain/operations/crew/crew-papers.ts'
import type { Warning } from '../../../domain/warning.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { settleRisk } from './settle-risk.ts'

/** A flight is planned up to three days after it was to leave, and at most three years ahead. */
const STILL_PLANNED_MS = 4 * DAY_MS
const AHEAD_MS = 1100 * DAY_MS

export interface PaperChange {
  readonly aircraftIds?: readonly string[]
  readonly crewMemberIds?: readonly string[]
  readonly path: readonly string[]
}

/** The rows of these aircraft or crew members are locked. Answers what keeps a flight of theirs from going. */
export const settlePapers = async (
  tx: ViewTx,
  { reference }: Desk,
  { aircraftIds = [], crewMemberIds = [], path }: PaperChange,
): Promise<Warning[]> => {
  const now = await tx.now()
  const changed = { from: now - STILL_PLANNED_MS, to: now + AHEAD_MS }
  const found = await settleRisk(tx, reference, { aircraftIds, crewMemberIds, flightIds: [], changed })
  const isConcerned = ({ subjects }: Warning): boolean =>
    crewMemberIds.length === 0 || (subjects ?? []).some(({ id }) => crewMemberIds.includes(id))
  return found
    .toSorted((a, b) => a.flight.offBlock - b.flight.offBlock)
    .flatMap(({ reasons }) => reasons)
    .filter((each) => keepsFromFlying(each) && isConcerned(each))
    .map((each) => ({ ...each, path }))
}
