/** The builder of support's graph, and the member of staff behind a request. */
import type { ByStaff } from '../../services/support/locked-case.ts'
import { forStaff } from '../access-declaration.ts'
import { newBuilder } from '../builder.ts'
import type { QueryContext } from '../context.ts'
import { userErrorNode } from '../nodes/user-error.ts'
import { payloadsOf } from '../payload.ts'
import { signedInUser } from '../signed-in-user.ts'

export const supportBuilder = newBuilder()

const UserError = userErrorNode(supportBuilder, forStaff)

export const supportPayload = payloadsOf(supportBuilder, UserError, forStaff)

/** Who acts, for use cases and the logs. */
export const byStaff = (context: QueryContext): ByStaff => ({
  by: signedInUser(context),
  actor: {
    kind: 'staff',
    id: signedInUser(context).user.user_id,
    address: context.address,
    requestId: context.requestId,
  },
})
