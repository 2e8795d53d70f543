/** The signed-in user as the actor in the audit log. */
import type { Actor } from '../../services/audit-trail.ts'
import type { SignedIn } from '../../services/identity/sessions.ts'
import type { Exchange } from '../listening/exchange.ts'

export const actorOf = (exchange: Exchange, user: SignedIn): Actor => ({
  kind: 'user',
  id: user.user.user_id,
  address: exchange.clientAddress,
  requestId: exchange.requestId,
})
