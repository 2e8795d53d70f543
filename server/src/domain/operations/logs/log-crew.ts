/** The crew of a journey log, with who took off and landed. */
import type { Problem } from '../../problem.ts'
import type { CrewPosition } from '../crew/crew.ts'

export interface LogMovements {
  readonly crewMemberId: string
  readonly takeOffsDay: number
  readonly takeOffsNight: number
  readonly landingsDay: number
  readonly landingsNight: number
}

export interface LogCrew extends LogMovements {
  readonly name: string
  readonly surname: string
  readonly position: CrewPosition
  readonly isCommander: boolean
}

export const MOVEMENT_COUNTS = ['takeOffsDay', 'takeOffsNight', 'landingsDay', 'landingsNight'] as const

const MAX_MOVEMENTS = 100
const MAX_CREW = 50

/** Everybody who is named is of the flight's crew, once. */
export const movementProblems = (list: readonly LogMovements[], crewMemberIds: readonly string[]): Problem[] => {
  if (list.length > MAX_CREW) return [{ path: ['crewList'], message: `Name at most ${MAX_CREW} of the crew` }]
  return list.flatMap((each, index): Problem[] => {
    const path = ['crewList', String(index)]
    const wrong = MOVEMENT_COUNTS.filter((count) => each[count] < 0 || each[count] > MAX_MOVEMENTS)
    const isUnknown = !crewMemberIds.includes(each.crewMemberId)
    const isTwice = list.findIndex(({ crewMemberId }) => crewMemberId === each.crewMemberId) < index
    return [
      ...(isUnknown ? [{ path: [...path, 'crewMemberId'], message: 'This person is not on the flight’s crew' }] : []),
      ...(isTwice ? [{ path: [...path, 'crewMemberId'], message: 'Name everybody once' }] : []),
      ...wrong.map((count) => ({ path: [...path, count], message: `${count} is from 0 to ${MAX_MOVEMENTS}` })),
    ]
  })
}
