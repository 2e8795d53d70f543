/** Mails about an application or a sandbox: to all members of its provider, or to all staff. Part of the transaction that causes them. */
import { addSeconds } from '../../domain/clock.ts'
import { DEVELOPERS_REALM_ID, SUPPORT_REALM_ID } from '../../domain/identity/realm.ts'
import { MAX_MAILS_TO_STAFF_PER_HOUR, NOTICE_SECONDS } from '../../domain/limits.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { canSignIn, peopleOf, type UserRow } from '../../storage/identity/users.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { insertMessage } from '../../storage/outbox.ts'
import { type MemberAccount, membersOf } from '../../storage/providers/members.ts'
import { spendOrRefuse } from '../identity/allowance.ts'
import { newId, type Randomness } from '../world.ts'

export interface Notice {
  readonly subject: string
  readonly lines: readonly string[]
  /** The content of a calendar file that goes along. */
  readonly calendar?: string
}

const send = async (
  world: Randomness,
  platform: PlatformTx,
  { realmId, recipients }: { readonly realmId: string; readonly recipients: readonly string[] },
  { subject, lines, calendar }: Notice,
): Promise<void> => {
  const tx = platform.inTenant(realmId)
  const createdAt = await tx.now()
  for (const recipient of recipients) {
    await insertMessage(tx, {
      message_id: newId(world, 'msg'),
      recipient,
      subject,
      body: [...lines, ''].join('\n'),
      created_at: createdAt,
      expires_at: addSeconds(createdAt, NOTICE_SECONDS),
      ...(calendar === undefined ? {} : { calendar }),
    })
  }
}

type OfProvider = Pick<ApplicationRow, 'provider_id'>

/** An application that the host registered has no provider, and nobody to tell. */
const mailTo =
  (isTold: (member: MemberAccount) => boolean) =>
  async (
    world: Randomness,
    platform: PlatformTx,
    { provider_id: providerId }: OfProvider,
    notice: Notice,
  ): Promise<void> => {
    if (providerId === null) return
    const members = await membersOf(platform.inTenant(DEVELOPERS_REALM_ID), providerId)
    const recipients = members.filter((one) => isTold(one) && canSignIn(one)).map(({ email }) => email)
    await send(world, platform, { realmId: DEVELOPERS_REALM_ID, recipients }, notice)
  }

export const mailMembers = mailTo(() => true)

export const mailOwners = mailTo((one) => one.is_owner === 1)

/** A provider's words reach every member of staff, so how often is limited for the provider as a whole. */
export const mailStaff = async (
  world: Randomness,
  platform: PlatformTx,
  { provider_id: providerId }: ApplicationRow,
  notice: Notice,
): Promise<void> => {
  await spendOrRefuse(
    platform,
    { subject: `mails to staff of ${providerId}`, times: MAX_MAILS_TO_STAFF_PER_HOUR, seconds: 3600 },
    `Support is written to at most ${MAX_MAILS_TO_STAFF_PER_HOUR} times an hour`,
  )
  await mailStaffWho(world, platform, () => true, notice)
}

/** To those of staff whom somebody else's step concerns. */
export const mailStaffWho = async (
  world: Randomness,
  platform: PlatformTx,
  isConcerned: (person: UserRow) => boolean,
  notice: Notice,
): Promise<void> => {
  const staff = await peopleOf(platform.inTenant(SUPPORT_REALM_ID))
  const recipients = staff.filter((person) => canSignIn(person) && isConcerned(person)).map(({ email }) => email)
  await send(world, platform, { realmId: SUPPORT_REALM_ID, recipients }, notice)
}
