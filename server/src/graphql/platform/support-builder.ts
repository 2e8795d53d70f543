/** The builder of support's graph, and the member of staff behind a request. */
import type { Actor } from '../../services/audit-trail.ts'
import { forStaff } from '../access-declaration.ts'
import { newBuilder } from '../builder.ts'
import type { QueryContext } from '../context.ts'
import { userErrorNode } from '../nodes/user-error.ts'
import { payloadsOf } from '../payload.ts'
import { signedInUser } from '../signed-in-user.ts'

export const supportBuilder = newBuilder()

const UserError = userErrorNode(supportBuilder, forStaff)

export const supportPayload = payloadsOf(supportBuilder, UserError, forStaff)

/** The member of staff as the audit log names them. */
export const staffActor = (context: QueryContext): Actor => ({
  kind: 'staff',
  id: signedInUser(context).user.user_id,
  address: context.address,
  requestId: context.requestId,
})
