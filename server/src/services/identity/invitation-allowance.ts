/** How many invitations may be sent: they carry their sender's words by mail to strangers (threats row 99). */
import { MAX_INVITATIONS_PER_ADDRESS_AND_DAY } from '../../domain/limits.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { spendOrRefuse } from './allowance.ts'

export interface InvitationSender {
  /** The id of the operator or provider that invites. */
  readonly sender: string
  readonly timesAnHour: number
}

/** Limits what one sender may send in an hour, and what one mailbox gets in a day from all operators and providers. */
export const spendInvitation = async (
  tx: TenantTx,
  { sender, timesAnHour }: InvitationSender,
  email: string,
): Promise<void> => {
  const hour = { subject: `invitations of ${sender}`, times: timesAnHour, seconds: 3600 }
  await spendOrRefuse(tx, hour, `At most ${timesAnHour} invitations are sent in an hour`)
  const perDay = MAX_INVITATIONS_PER_ADDRESS_AND_DAY
  const day = { subject: `invitations to ${email}`, times: perDay, seconds: 24 * 3600 }
  await spendOrRefuse(tx, day, `At most ${perDay} invitations are sent to one address in a day`)
}
