/** The texts of e-mails, put into the outbox by the transaction that causes them. */
import { environmentNote, type Realm } from '../../domain/identity/realm.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { insertMessage } from '../../storage/outbox.ts'
import { newId, type WorldAt } from '../world.ts'

export interface InvitationMessage {
  readonly recipient: string
  readonly name: string
  readonly invitedBy: string
  readonly link: string
  readonly code: string
  readonly createdAt: number
  readonly expiresAt: number
}

export const momentOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}Z`

/** The code is shown beside the link and not in it: a URL contains no secret (access-model §3). */
const invitationText = (realm: Realm, message: InvitationMessage): string =>
  [
    `Hello ${nameInMail(message.name)},`,
    '',
    `${nameInMail(message.invitedBy)} invites you to ${nameInMail(realm.name)} on Airside${environmentNote(realm)}.`,
    '',
    'Open this page and choose a password:',
    message.link,
    '',
    'It asks for this code:',
    message.code,
    '',
    `Both work once, until ${momentOf(message.expiresAt)}. If you did not expect this, do nothing.`,
    '',
  ].join('\n')

export const sendInvitation = (at: WorldAt, tx: TenantTx, message: InvitationMessage): Promise<void> =>
  insertMessage(tx, {
    message_id: newId(at, 'msg'),
    recipient: message.recipient,
    subject: `Your invitation to ${nameInMail(at.realm.name)}`,
    body: invitationText(at.realm, message),
    created_at: message.createdAt,
    expires_at: message.expiresAt,
  })

export interface ResetMessage {
  readonly recipient: string
  readonly name: string
  /** Holds the code in its fragment, which browsers keep to themselves. */
  readonly link: string
  readonly code: string
  readonly createdAt: number
  readonly expiresAt: number
}

const resetText = (realm: Realm, message: ResetMessage): string =>
  [
    `Hello ${nameInMail(message.name)},`,
    '',
    `somebody, perhaps you, asked for a new password at ${nameInMail(realm.name)}${environmentNote(realm)}.`,
    '',
    'Open this page and choose one:',
    message.link,
    '',
    'If it asks for a code, type this one:',
    message.code,
    '',
    `Both work once, until ${momentOf(message.expiresAt)}. If you did not ask for this, do nothing: your password stays.`,
    '',
  ].join('\n')

export const sendReset = (at: WorldAt, tx: TenantTx, message: ResetMessage): Promise<void> =>
  insertMessage(tx, {
    message_id: newId(at, 'msg'),
    recipient: message.recipient,
    subject: `A new password for ${nameInMail(at.realm.name)}`,
    body: resetText(at.realm, message),
    created_at: message.createdAt,
    expires_at: message.expiresAt,
  })
