/**
 * Whom a node of the portal's or of support's graph is for, and who is one of them. A node declares its audience; the
 * same rule is asked before its mutation runs and again in the transaction that writes (ADR 88).
 */
import { Failure } from '../failure.ts'
import { isAtLeast } from './staff-role.ts'

/** A provider's members, of them its owners only; the service provider's staff, of them those of a role or above. */
export type Audience = 'member' | 'owner' | 'staff' | 'reviewer' | 'administrator'

/** What the store says of a person: it decides which audiences they are of. */
export interface Standing {
  /** Space-delimited roles in the realm of the session. */
  readonly roleList: string
  /** Whether they own the provider that they are a member of; null for somebody of no provider. */
  readonly isOwner: boolean | null
}

interface Rule {
  readonly includes: (standing: Standing) => boolean
  readonly refusal: string
}

const RULES: Readonly<Record<Audience, Rule>> = {
  member: { includes: ({ isOwner }) => isOwner !== null, refusal: 'Only a member of the provider can do this' },
  owner: { includes: ({ isOwner }) => isOwner === true, refusal: 'Only an owner of the provider can do this' },
  // Whoever has an account in support's realm is staff.
  staff: { includes: ({ isOwner }) => isOwner === null, refusal: 'Only staff can do this' },
  reviewer: {
    includes: ({ isOwner, roleList }) => isOwner === null && isAtLeast(roleList, 'REVIEWER'),
    refusal: 'Only a reviewer or an administrator of staff can do this',
  },
  administrator: {
    includes: ({ isOwner, roleList }) => isOwner === null && isAtLeast(roleList, 'ADMINISTRATOR'),
    refusal: 'Only an administrator of staff can do this',
  },
}

const missing = (standing: Standing, needed: readonly Audience[]): Audience | undefined =>
  needed.find((audience) => !RULES[audience].includes(standing))

export const isOfAll = (standing: Standing, needed: readonly Audience[]): boolean =>
  missing(standing, needed) === undefined

export const requireAudiences = (standing: Standing, needed: readonly Audience[]): void => {
  const audience = missing(standing, needed)
  if (audience !== undefined) throw new Failure('forbidden', RULES[audience].refusal)
}
