/** A tenant is one operator in one environment: the boundary that nothing crosses (access-model §1). */

import { isBlank, isShowableLine, UNSHOWABLE_MESSAGE } from '../shown-text.ts'

export const ENVIRONMENTS = ['production', 'sandbox'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

export interface Tenant {
  readonly tenantId: string
  readonly operatorId: string
  readonly environment: Environment
  readonly name: string
  /** A user who has neither a second step nor a passkey must set one up before anything else. */
  readonly requiresSecondStep: boolean
  /** A provider's sandbox: its applications and keys share one cost budget, its invitations count as a provider's. */
  readonly sharesBudget: boolean
}

const SHAPE = /^[a-z][a-z0-9-]{0,29}[a-z0-9]$/
const RESERVED = new Set(['developers', 'support', 'sandbox', 'www', 'api', 'admin', 'status', 'docs'])

/** What is wrong with a proposed operator id, or null. */
export const operatorIdProblem = (id: string): string | null => {
  if (!SHAPE.test(id)) {
    return 'An operator id has 2 to 31 characters: lower-case letters, digits and hyphens, a letter first, no hyphen last'
  }
  if (id.startsWith('xn--')) return 'An operator id cannot start with "xn--"'
  if (RESERVED.has(id)) return `"${id}" is reserved`
  return null
}

const MAX_NAME_LENGTH = 200

/** What is wrong with a proposed name of an operator, without spaces around it; null if nothing is. */
export const operatorNameProblem = (name: string): string | null => {
  if (isBlank(name) || name.length > MAX_NAME_LENGTH) {
    return `An operator's name has 1 to ${MAX_NAME_LENGTH} characters`
  }
  return isShowableLine(name) ? null : `An operator's name ${UNSHOWABLE_MESSAGE}`
}
