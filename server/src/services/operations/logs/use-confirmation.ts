/**
 * Takes a person's confirmation for what it was given for: this content, asked for by this application under this grant, while the person
 * may still sign in and is whom the act asks for; once (threats rows 292 to 294, 335, 401).
 */
import { type ConfirmationPurpose, stateAt } from '../../../domain/operations/logs/confirmation.ts'
import { ACCEPTED_BY, mayAcceptDeferral } from '../../../domain/operations/logs/deferral-acceptance.ts'
import type { Signature } from '../../../domain/operations/logs/signature.ts'
import { userError } from '../../../domain/user-error.ts'
import { canSignIn, nameOf, userById } from '../../../storage/identity/users.ts'
import { CREW_MEMBER, licenceNumberOf } from '../../../storage/operations/crew/crew-members.ts'
import { changeConfirmation, lockConfirmation } from '../../../storage/operations/logs/confirmations.ts'
import { recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { isAskedBy } from './asker.ts'

export interface ConfirmationUse {
  readonly confirmationId: string
  readonly purpose: ConfirmationPurpose
  /** Whose confirmation the act asks for; a null id is nobody's. */
  readonly by: 'anybody' | 'who accepts deferrals' | { readonly crewMemberId: string | null }
  readonly digest: string
}

const needed = (message: string) => userError('CONFIRMATION_NEEDED', message, ['confirmationId'])

const NO_SUCH = 'There is no such confirmation of yours: ask the person by confirmationRequest'

export const useConfirmation = async (
  tx: ViewTx,
  { principal }: Desk,
  { confirmationId, purpose, by, digest }: ConfirmationUse,
): Promise<Signature> => {
  const row = await lockConfirmation(tx, confirmationId)
  // One answer for what does not exist and what another asked for, or the same under a grant that has ended.
  if (!row || row.purpose !== purpose || !(await isAskedBy(tx, row, principal))) throw needed(NO_SUCH)
  const state = stateAt(row, await tx.now())
  if (state !== 'CONFIRMED') {
    throw needed(state === 'PENDING' ? 'The person has not confirmed yet' : `The confirmation is ${state}: ask again`)
  }
  if (typeof by === 'object' && row.crew_member_id !== by.crewMemberId) {
    throw needed('Another person confirmed than the one who has to: ask that person')
  }
  const member = await recordById(unrestricted(tx), CREW_MEMBER, row.crew_member_id)
  const user = await userById(tx, row.user_id ?? '')
  if (!member || member.userId !== row.user_id || !user || !canSignIn(user)) {
    throw needed('Who confirmed may no longer sign in as this crew member: ask again')
  }
  if (by === 'who accepts deferrals' && !mayAcceptDeferral(member, user.role_list)) {
    throw needed(`${ACCEPTED_BY}: ask another person`)
  }
  if (row.digest !== digest) throw needed('It changed since it was confirmed: ask the person again')
  if (!(await changeConfirmation(tx, confirmationId, { state: 'USED' }))) {
    throw needed('The confirmation is EXPIRED: ask again')
  }
  return {
    crewMemberId: member.crewMemberId,
    // Of who pressed: whoever links crew members to users signs in nobody else's name.
    name: nameOf(user),
    licenceNumber: await licenceNumberOf(unrestricted(tx), member.crewMemberId),
    method: row.method ?? 'PASSWORD',
    applicationName: row.application_name,
    deviceId: row.device_id,
    signedAt: row.decided_at ?? (await tx.now()),
  }
}
