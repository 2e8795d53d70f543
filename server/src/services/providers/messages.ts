/** The e-mails of sign-up and invitation, put into the outbox by the transaction that causes them. */
import { nameInMail } from '../../domain/shown-text.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { insertMessage } from '../../storage/outbox.ts'
import { momentOf } from '../identity/messages.ts'
import { newId, type Randomness, type WorldAt } from '../world.ts'

export interface MailTimes {
  readonly createdAt: number
  readonly expiresAt: number
}

const sendMail = (
  at: Randomness,
  tx: TenantTx,
  message: MailTimes & { readonly recipient: string; readonly subject: string; readonly lines: readonly string[] },
): Promise<void> =>
  insertMessage(tx, {
    message_id: newId(at, 'msg'),
    recipient: message.recipient,
    subject: message.subject,
    body: [...message.lines, ''].join('\n'),
    created_at: message.createdAt,
    expires_at: message.expiresAt,
  })

interface SignUpMail extends MailTimes {
  readonly email: string
  readonly company: string
  readonly origin: string
}

export const mailSignUpCode = (at: WorldAt, tx: TenantTx, mail: SignUpMail & { readonly code: string }) =>
  sendMail(at, tx, {
    ...mail,
    recipient: mail.email,
    subject: `${mail.code} is your code`,
    lines: [
      `Somebody, probably you, is signing up ${nameInMail(mail.company)} at ${mail.origin}.`,
      '',
      mail.code,
      '',
      `Until ${momentOf(mail.expiresAt)}. If it was not you, do nothing: without the code no account is made.`,
    ],
  })

/** To an address that has an account: the page says nothing of it. */
export const mailKnownAddress = (at: WorldAt, tx: TenantTx, mail: SignUpMail) =>
  sendMail(at, tx, {
    ...mail,
    recipient: mail.email,
    subject: 'You already have an account',
    lines: [
      `Somebody, probably you, tried to sign up with this address at ${mail.origin}. It has an account already.`,
      '',
      `Sign in: ${mail.origin}/sign-in/`,
      `Choose a new password: ${mail.origin}/forgotten/`,
      '',
      'If it was not you, do nothing: nothing was changed.',
    ],
  })

interface InvitationMail extends MailTimes {
  readonly email: string
  readonly name: string
  readonly company: string
  readonly invitedBy: string
}

export const mailInvitation = (
  at: WorldAt,
  tx: TenantTx,
  mail: InvitationMail & { readonly link: string; readonly code: string },
) =>
  sendMail(at, tx, {
    ...mail,
    recipient: mail.email,
    subject: `Your invitation to ${nameInMail(mail.company)} at Airside Developers`,
    lines: [
      `Hello ${nameInMail(mail.name)},`,
      '',
      `${nameInMail(mail.invitedBy)} invites you to ${nameInMail(mail.company)} at Airside Developers.`,
      '',
      'Open this page and choose a password:',
      mail.link,
      '',
      'It asks for this code:',
      mail.code,
      '',
      `Both work once, until ${momentOf(mail.expiresAt)}. If you did not expect this, do nothing.`,
    ],
  })

/** One address has one account: a person who is a member of another provider needs another address. */
export const mailInvitationToMember = (at: WorldAt, tx: TenantTx, mail: InvitationMail) =>
  sendMail(at, tx, {
    ...mail,
    recipient: mail.email,
    subject: `Your invitation to ${nameInMail(mail.company)} at Airside Developers`,
    lines: [
      `Hello ${nameInMail(mail.name)},`,
      '',
      `${nameInMail(mail.invitedBy)} invites you to ${nameInMail(mail.company)} at Airside Developers.`,
      '',
      'This address has an account already, and an account belongs to one provider. To join, ask to be invited under',
      'another address. Otherwise do nothing: nothing was changed, and whoever invited you was not told.',
    ],
  })
