/** Finds who is free for a flight, in two or three statements for each hundred of the crew. */
import { DAY_MS, type Interval } from '../../../domain/interval.ts'
import { type CrewPosition, operates } from '../../../domain/operations/crew/crew.ts'
import { byFit, type FreeMember, freeMember, type SoughtMember } from '../../../domain/operations/crew/crew-fit.ts'
import { qualificationWarnings } from '../../../domain/operations/crew/crew-papers.ts'
import { LOOKED_BACK_MS } from '../../../domain/operations/crew/duty-period.ts'
import type { AircraftTypeRecord } from '../../../domain/reference/aircraft-type.ts'
import { activeCrewMembers, qualificationsOf } from '../../../storage/operations/crew/crew-members.ts'
import { dutiesAround } from '../../../storage/operations/crew/duties.ts'
import type { ViewReader } from '../../../storage/view.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import { eachInTurn } from '../../steps.ts'
import { rulesOf } from '../risk/rules.ts'

/** Crew members that are looked at, in the order of their codes. */
const MAX_LOOKED_AT = 1000
/** Of these their duties and papers are read at a time, and forgotten (threats row 356). */
const MEMBERS_IN_A_PART = 100

export interface CrewSearch {
  readonly flight: Interval
  readonly position: CrewPosition
  readonly type: AircraftTypeRecord | null
  readonly adepId: string | null
  readonly most: number
}

export const freeCrew = async (
  reader: ViewReader,
  { typeRatings }: ReferenceSnapshot,
  { flight, position, type, adepId, most }: CrewSearch,
): Promise<FreeMember[]> => {
  const active = await activeCrewMembers(reader, MAX_LOOKED_AT)
  const able = active.filter(({ positionList }) => !operates(position) || positionList.includes(position))
  if (able.length === 0) return []
  const rules = await rulesOf(reader)
  const sought = { flight, adepId, limits: rules.dutyLimits }
  const around = { from: flight.from - LOOKED_BACK_MS, to: flight.to + 2 * DAY_MS }
  const asFlight = { flightId: '', flightNo: '', onBlock: flight.to }
  const freeOf = async (part: readonly SoughtMember[]): Promise<FreeMember[]> => {
    const ids = part.map(({ crewMemberId }) => crewMemberId)
    const duties = Map.groupBy(await dutiesAround(reader, ids, around), ({ crewMemberId }) => crewMemberId)
    const papers = type && operates(position) ? await qualificationsOf(reader, ids) : new Map()
    const found: FreeMember[] = []
    await eachInTurn(reader, part, (member) => {
      const assignment = { ...rules, member, position, ratings: typeRatings, flight: asFlight }
      const held = papers.get(member.crewMemberId) ?? []
      const lacks = type && operates(position) ? qualificationWarnings({ ...assignment, type }, held, []) : []
      const named = lacks.map((each) => ({ ...each, path: null, subjects: each.subjects?.slice(1) ?? [] }))
      const fit = freeMember(member, duties.get(member.crewMemberId) ?? [], named, sought)
      if (fit) found.push(fit)
    })
    return found
  }
  const free: FreeMember[] = []
  for (let at = 0; at < able.length; at += MEMBERS_IN_A_PART) {
    free.push(...(await freeOf(able.slice(at, at + MEMBERS_IN_A_PART))))
  }
  return free.toSorted(byFit(adepId)).slice(0, most)
}
