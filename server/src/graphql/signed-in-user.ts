/**
 * The signed-in user behind a request of the console, for resolvers that act on the user's behalf and for the audit
 * log.
 */

import { Failure } from '../domain/failure.ts'
import type { Actor } from '../services/audit-trail.ts'
import type { SignedIn } from '../services/identity/sessions.ts'
import type { QueryContext } from './context.ts'

/** No token has the scopes that lead here; if one had, it would fail here for lack of a user. */
export const signedInUser = ({ person }: QueryContext): SignedIn => {
  if (person === null) throw new Failure('not_signed_in', 'Nobody is signed in')
  return person
}

export const actorOf = (context: QueryContext): Actor => ({
  kind: 'user',
  id: signedInUser(context).user.user_id,
  address: context.address,
  requestId: context.requestId,
})
