/** How many invitations may be sent: they carry their sender's words by mail to strangers (threats row 99). */
import { MAX_INVITATIONS_PER_ADDRESS_AND_DAY } from '../../domain/limits.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { spendOrRefuse } from './allowance.ts'

export interface InvitationSender {
  /** The id of the operator's tenant or of the provider that invites. */
  readonly sender: string
  readonly timesAnHour: number
  /** A provider, or the sandbox of one: anybody can sign up and send in its name. */
  readonly isOfProvider: boolean
}

/**
 * Limits what one sender may send in an hour, and what one mailbox gets in a day: from all providers together, and
 * from each operator by itself, so that no stranger can stop an operator's or support's invitation (ADR 81).
 */
export const spendInvitation = async (
  tx: TenantTx,
  { sender, timesAnHour, isOfProvider }: InvitationSender,
  email: string,
): Promise<void> => {
  const hour = { subject: `invitations of ${sender}`, times: timesAnHour, seconds: 3600 }
  await spendOrRefuse(tx, hour, `At most ${timesAnHour} invitations are sent in an hour`)
  const perDay = MAX_INVITATIONS_PER_ADDRESS_AND_DAY
  const subject = isOfProvider ? `invitations to ${email} by providers` : `invitations to ${email} by ${sender}`
  const day = { subject, times: perDay, seconds: 24 * 3600 }
  await spendOrRefuse(tx, day, `At most ${perDay} invitations are sent to one address in a day`)
}
