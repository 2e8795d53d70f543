/** Which application answers for a provider, where several act for it. */
import { actingAs } from '../../../domain/operations/acting-as.ts'
import type { ServiceRequest } from '../../../domain/operations/handling/service-request.ts'
import { userError } from '../../../domain/user-error.ts'
import { findActiveGrant } from '../../../storage/oauth/grants.ts'
import { contactsOf } from '../../../storage/oauth/provider-contacts.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'

/** Whether an application still acts for the contact: connected, and bound to it. */
const actsFor = async (tx: ViewTx, clientId: string, contactId: string | null): Promise<boolean> =>
  contactId !== null &&
  (await findActiveGrant(tx, clientId, null)) !== undefined &&
  (await contactsOf(tx, clientId)).includes(contactId)

/**
 * Of several applications that act for one contact, the first that answers holds the request, while it acts for it
 * (data §8.5).
 */
export const refuseHeld = async (tx: ViewTx, { principal }: Desk, request: ServiceRequest): Promise<void> => {
  const { holder, providerContactId } = request
  if (actingAs(principal) !== 'provider' || holder === null || holder === principal.actorKey) return
  if (!(await actsFor(tx, holder, providerContactId))) return
  const message = 'Another application has answered for this provider, and answers from then on'
  throw userError('NOT_ALLOWED', message, ['serviceRequestId'])
}
