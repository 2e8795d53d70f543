/** Refuses what is more, or lies closer together, than anybody flies, works or holds (data §5.12). The aircraft or the person is locked. */
import type { Duty } from '../../domain/operations/crew/duty.ts'
import {
  MAX_AIRCRAFT_BLOCKS_A_DAY,
  MAX_AIRCRAFT_FLIGHTS_A_DAY,
  MAX_BLOCKS_AHEAD,
  MAX_FLIGHTS_AHEAD,
  MAX_MEMBER_DUTIES_A_DAY,
  MAX_MEMBER_FLIGHTS_A_DAY,
  MAX_MEMBER_QUALIFICATIONS,
} from '../../domain/operations/crowding.ts'
import type { Unavailability } from '../../domain/operations/fleet/unavailability.ts'
import type { Flight } from '../../domain/operations/flights/flight.ts'
import { isPlannable } from '../../domain/operations/flights/flight-status.ts'
import { userError } from '../../domain/user-error.ts'
import {
  blocksBeside,
  dutiesBeside,
  flightsBeside,
  flightsOfMember,
  qualificationCount,
} from '../../storage/operations/crowding.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'

type Path = readonly string[]

const tooClose = (whose: string, most: number): string =>
  `${whose} has ${most} flights within a day of that time: move or cancel one`

export const refuseCrowdedAircraft = async (tx: ViewTx, flight: Flight, path: Path): Promise<void> => {
  // What was flown is a fact.
  if (!isPlannable(flight.status)) return
  const upTo = { near: MAX_AIRCRAFT_FLIGHTS_A_DAY, ahead: MAX_FLIGHTS_AHEAD }
  const { near, ahead } = await flightsBeside(unrestricted(tx), flight, upTo)
  if (near >= upTo.near) throw userError('VALIDATION', tooClose('The aircraft', upTo.near), path)
  if (ahead < upTo.ahead) return
  throw userError('VALIDATION', `The aircraft has ${upTo.ahead} flights ahead: plan more once some are flown`, path)
}

export const refuseCrowdedMember = async (
  tx: ViewTx,
  crewMemberId: string,
  flight: Flight,
  path: Path,
): Promise<void> => {
  const most = MAX_MEMBER_FLIGHTS_A_DAY
  if (!isPlannable(flight.status)) return
  if ((await flightsOfMember(unrestricted(tx), crewMemberId, flight, most)) < most) return
  throw userError('VALIDATION', tooClose('The crew member', most), path)
}

export const refuseCrowdedDuties = async (tx: ViewTx, duty: Duty, path: Path): Promise<void> => {
  if ((await dutiesBeside(unrestricted(tx), duty, MAX_MEMBER_DUTIES_A_DAY)) < MAX_MEMBER_DUTIES_A_DAY) return
  const message = `The crew member has ${MAX_MEMBER_DUTIES_A_DAY} duties that begin within a day of that time: join or remove some`
  throw userError('VALIDATION', message, path)
}

/** What begins elsewhere, and what is not over any more, is counted anew; ending or shortening one is always possible. */
export const refuseCrowdedBlocks = async (
  tx: ViewTx,
  before: Unavailability | null,
  next: Pick<Unavailability, 'unavailabilityId' | 'aircraftId' | 'from' | 'to' | 'isEndEstimated'>,
): Promise<void> => {
  const now = await tx.now()
  const isAhead = ({ to, isEndEstimated }: Pick<Unavailability, 'to' | 'isEndEstimated'>) => to > now || isEndEstimated
  const isMoved = next.from !== before?.from
  const isMoreAhead = isAhead(next) && !(before && isAhead(before))
  if (!isMoved && !isMoreAhead) return
  const upTo = { near: MAX_AIRCRAFT_BLOCKS_A_DAY, ahead: MAX_BLOCKS_AHEAD }
  const { near, ahead } = await blocksBeside(unrestricted(tx), next, upTo)
  if (isMoved && near >= upTo.near) {
    const message = `The aircraft has ${upTo.near} blocks that begin within a day of that time: join or remove some`
    throw userError('VALIDATION', message, ['input', 'from'])
  }
  if (!isMoreAhead || ahead < upTo.ahead) return
  const message = `The aircraft has ${upTo.ahead} blocks that are not over: join or remove some`
  throw userError('VALIDATION', message, ['input', 'to'])
}

export const refuseMoreQualifications = async (tx: ViewTx, crewMemberId: string, path: Path): Promise<void> => {
  const most = MAX_MEMBER_QUALIFICATIONS
  if ((await qualificationCount(unrestricted(tx), crewMemberId, most)) < most) return
  const message = `The crew member has ${most} qualifications, those that are over included: remove some that nobody needs any more`
  throw userError('VALIDATION', message, path)
}
