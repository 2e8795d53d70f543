/** Blocks aircraft and frees them again. AOG and MAINTENANCE are facts and may overlap flights (data §4.6). */

import type { Interval } from '../../../domain/interval.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { grounds, type Unavailability } from '../../../domain/operations/fleet/unavailability.ts'
import { userError } from '../../../domain/user-error.ts'
import { MAX_TOLD, subject, type Warning, warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { overlappedBy, UNAVAILABILITY } from '../../../storage/operations/fleet/unavailability.ts'
import { occupyingFlights } from '../../../storage/operations/flights/flights.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { refuseCrowdedBlocks } from '../crowding.ts'
import type { Desk } from '../desk.ts'
import { plannedFor } from '../flights/flight-lock.ts'
import { settleGrounding } from '../risk/settle-grounding.ts'

interface Settled {
  readonly atRiskFlightIdList: readonly string[]
  readonly warningList: readonly Warning[]
}

type Planned = Pick<Unavailability, 'aircraftId' | 'reason' | 'from' | 'to'>

/** A plan gives way to flights; a fact does not. */
const refuseOverFlights = async (tx: ViewTx, block: Planned): Promise<void> => {
  if (grounds(block.reason)) return
  const [flight] = await occupyingFlights(unrestricted(tx), block.aircraftId, block)
  if (flight) throw userError('AIRCRAFT_OVERLAP', plannedFor(flight), ['input', 'from'])
}

const overlapWarnings = async (tx: ViewTx, block: Unavailability): Promise<Warning[]> => {
  const met = await overlappedBy(unrestricted(tx), block, MAX_TOLD)
  return met.map(({ reason, unavailabilityId }) => {
    const general = 'The aircraft has another block at that time'
    const message = toReaders('aircraft:read', `${general}: ${reason}`, general)
    return warning('UNAVAILABILITY_OVERLAP', message, ['input', 'from'], [subject('UNAVAILABILITY', unavailabilityId)])
  })
}

const spanOf = (...blocks: readonly Interval[]): Interval => ({
  from: Math.min(...blocks.map(({ from }) => from)),
  to: Math.max(...blocks.map(({ to }) => to)),
})

interface BlockChange {
  readonly aircraft: Aircraft
  readonly unavailability: Unavailability
  readonly changed: Interval
}

const settle = async (tx: ViewTx, desk: Desk, { aircraft, unavailability, changed }: BlockChange): Promise<Settled> => {
  const warnings = await overlapWarnings(tx, unavailability)
  const { atRiskFlightIdList, warningList } = await settleGrounding(tx, desk, aircraft, { changed })
  const path = ['input', 'from']
  return {
    atRiskFlightIdList,
    warningList: [...warnings, ...warningList.map((each) => ({ ...each, path }))],
  }
}

/** What the defect says of its block. While it stands, people say when they expect it to end, and note a permit. */
const OF_THE_DEFECT = ['from', 'reason', 'isEndEstimated'] as const satisfies readonly (keyof Unavailability)[]

const ownedBlock = (path: readonly string[]) => {
  const message = 'A defect keeps the aircraft on the ground: the block ends when the defect is deferred or released'
  return userError('LOCKED', message, path)
}

const refuseOwned = (before: Unavailability | null, next: Planned & Pick<Unavailability, 'isEndEstimated'>): void => {
  if (before === null || before.techLogEntryId === null) return
  const kept = before.isEndEstimated ? OF_THE_DEFECT : ([...OF_THE_DEFECT, 'to'] as const)
  const changed = kept.find((field) => next[field] !== before[field])
  if (changed) throw ownedBlock(['input', changed])
}

/** Each locks the aircraft's row, like every change of its schedule. Nobody frees a defect's aircraft by hand (threats row 337). */
export const unavailability = useCases(UNAVAILABILITY, AIRCRAFT, {
  beforeDelete: async (_tx, block) => {
    if (block.techLogEntryId !== null) throw ownedBlock(['unavailabilityId'])
  },
  beforeWrite: async ({ tx, before, next }) => {
    refuseOwned(before, next)
    await refuseCrowdedBlocks(tx, before, next)
    await refuseOverFlights(tx, next)
    return {}
  },
  afterWrite: async ({ tx, desk, parent: aircraft, before, after }) => {
    const nothing = { atRiskFlightIdList: [], warningList: [] }
    if (after?.version === before?.version) return nothing
    if (after) {
      const changed = before ? spanOf(before, after) : after
      return settle(tx, desk, { aircraft, unavailability: after, changed })
    }
    if (before) await settleGrounding(tx, desk, aircraft, { changed: before })
    return nothing
  },
})
