/** Refuses what lies closer together than anybody flies or works (data §5.12). The aircraft or the person is locked. */
import type { Duty } from '../../domain/operations/crew/duty.ts'
import {
  MAX_AIRCRAFT_FLIGHTS_A_DAY,
  MAX_FLIGHTS_AHEAD,
  MAX_MEMBER_DUTIES_A_DAY,
  MAX_MEMBER_FLIGHTS_A_DAY,
} from '../../domain/operations/crowding.ts'
import type { Flight } from '../../domain/operations/flights/flight.ts'
import { isPlannable } from '../../domain/operations/flights/flight-status.ts'
import { userError } from '../../domain/user-error.ts'
import { dutiesBeside, flightsBeside, flightsOfMember } from '../../storage/operations/crowding.ts'
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
