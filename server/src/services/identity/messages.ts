/** What people are told by e-mail, put into the outbox by the transaction that causes it. */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { insertMessage } from '../../storage/outbox.ts'
import { newId, type World } from '../world.ts'

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

export const environmentNote = ({ environment }: Tenant): string =>
  environment === 'sandbox' ? ' (test environment)' : ''

/** The code stands beside the link and not in it: no secret is put in an address (access-model §3). */
const invitationText = (tenant: Tenant, message: InvitationMessage): string =>
  [
    `Hello ${message.name},`,
    '',
    `${message.invitedBy} invites you to ${tenant.name} on Airside${environmentNote(tenant)}.`,
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

export const sendInvitation = (world: World, tx: TenantTx, tenant: Tenant, message: InvitationMessage): Promise<void> =>
  insertMessage(tx, {
    message_id: newId(world, 'msg'),
    recipient: message.recipient,
    subject: `Your invitation to ${tenant.name}`,
    body: invitationText(tenant, message),
    created_at: message.createdAt,
    expires_at: message.expiresAt,
  })
