/** Erases a person. */
import type { Actor } from '../../../../services/audit-trail.ts'
import { eraseContact } from '../../../../services/operations/passengers/erasure.ts'
import { authorOf } from '../../../../services/principal.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { warningPayload } from '../../../payload.ts'

const ContactErasePayload = warningPayload<{ readonly contactId: string | null }>('ContactErasePayload', (t) => ({
  contactId: t.exposeID('contactId', { nullable: true }),
}))

const actorOf = ({ principal, address, requestId }: QueryContext): Actor => ({
  kind: principal.kind,
  id: authorOf(principal).id,
  address,
  requestId,
})

builder.mutationField('contactErase', (t) =>
  mutation(t, {
    ...needs('contact:write', 'passenger:write'),
    description:
      'Erases a person: names, addresses, travel documents and external ids go, here and on past flights; a stub stays. LOCKED while the person is on a flight that is neither CLOSED nor CANCELLED.',
    type: ContactErasePayload,
    args: {
      contactId: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true, description: 'Kept in the audit log.' }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => eraseContact(tx, context, { ...args, actor: actorOf(context) }),
  }),
)
