/** Who may accept an aircraft with a defect deferred: those who fly it, or whom the operator made maintenance (data §10.4). */
import type { CrewMember } from '../crew/crew.ts'
import { isPilot } from '../logbook/derived-entry.ts'

const MAINTENANCE = 'MAINTENANCE'

/** `roles` of the user, separated by spaces. */
export const mayAcceptDeferral = (
  { positionList, isActive }: Pick<CrewMember, 'positionList' | 'isActive'>,
  roles: string,
): boolean =>
  isActive && (positionList.some((position) => isPilot({ position })) || roles.split(' ').includes(MAINTENANCE))

export const ACCEPTED_BY = 'A pilot of the crew, or a person with the role Maintenance, accepts a deferral'
