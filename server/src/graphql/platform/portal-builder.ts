/** The builder of the developer portal's graph, and the member behind a request. */
import { Failure } from '../../domain/failure.ts'
import type { ByMember, SignedInMember } from '../../services/providers/members.ts'
import { forMembers } from '../access-declaration.ts'
import { newBuilder } from '../builder.ts'
import type { PortalParts, QueryContext } from '../context.ts'
import { userErrorNode } from '../nodes/user-error.ts'
import { payloadsOf } from '../payload.ts'

export const portalBuilder = newBuilder()

const UserError = userErrorNode(portalBuilder, forMembers)

export const portalPayload = payloadsOf(portalBuilder, UserError, forMembers)

const isMember = (person: object): person is SignedInMember => 'provider' in person

/** Only `memberRoute` leads to this graph; any other route would fail here for lack of a member. */
export const memberOf = ({ person }: QueryContext): SignedInMember => {
  if (person === null || !isMember(person)) throw new Failure('not_signed_in', 'No member of a provider is signed in')
  return person
}

export const portalParts = ({ portal }: QueryContext): PortalParts => {
  if (portal === null) throw new Error('The portal’s graph needs the portal’s parts')
  return portal
}

/** Who acts, for use cases and the audit log. */
export const byMember = (context: QueryContext): ByMember => ({
  by: memberOf(context),
  actor: {
    kind: 'provider',
    id: memberOf(context).user.user_id,
    address: context.address,
    requestId: context.requestId,
  },
})
