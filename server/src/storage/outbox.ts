/**
 * E-mails and SMS waiting to be sent. A message is written in the transaction that causes it and sent afterwards, so that
 * neither exists without the other. A message may hold a one-time code: its text is erased once it is sent or the code
 * has expired.
 */

import { removeSome } from './bounded-removal.ts'
import { nowIn } from './engines/engine.ts'
import type { Tables } from './engines/tables.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from './handles.ts'

declare module './engines/tables.ts' {
  interface Tables {
    outbox_message: {
      tenant_id: string
      message_id: string
      recipient: string
      subject: string
      body: string
      created_at: number
      /** When the message becomes useless and is no longer sent. */
      expires_at: number
      next_try_at: number
      tries: number
      sent_at: number | null
      channel: Channel
      /** The content of a calendar file that goes along with an e-mail. */
      calendar: string | null
    }
  }
}

/** E-mail to an address, or SMS to a phone number. */
export const CHANNELS = ['mail', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]

export type OutboxMessage = Tables['outbox_message']

export const insertMessage = async (
  tx: TenantTx,
  message: Pick<OutboxMessage, 'message_id' | 'recipient' | 'subject' | 'body' | 'created_at' | 'expires_at'> &
    Partial<Pick<OutboxMessage, 'calendar'>>,
  channel: Channel = 'mail',
): Promise<void> => {
  await tx.db
    .insertInto('outbox_message')
    .values({
      calendar: null,
      ...message,
      // Mails go out in the world's time, whatever the clock of a sandbox says (events §4).
      created_at: message.created_at - tx.testOffsetMs,
      expires_at: message.expires_at - tx.testOffsetMs,
      tenant_id: tx.tenantId,
      next_try_at: message.created_at - tx.testOffsetMs,
      tries: 0,
      sent_at: null,
      channel,
    })
    .execute()
}

/** Whether a message waits to be claimed. */
export const isMessageDue = async (reader: PlatformReader, channel: Channel): Promise<boolean> => {
  const now = nowIn(reader)
  const due = await reader.db
    .selectFrom('outbox_message')
    .select('message_id')
    .where('channel', '=', channel)
    .where('sent_at', 'is', null)
    .where('next_try_at', '<=', now)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** Claims a message that is due: until `claimedUntil` no other process sends it. */
export const claimMessage = async (
  tx: PlatformTx,
  channel: Channel,
  now: number,
  claimedUntil: number,
): Promise<OutboxMessage | undefined> => {
  const due = await tx.db
    .selectFrom('outbox_message')
    .select(['tenant_id', 'message_id', 'tries'])
    .where('channel', '=', channel)
    .where('sent_at', 'is', null)
    .where('next_try_at', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('next_try_at')
    .limit(1)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst()
  if (!due) return undefined
  return tx.db
    .updateTable('outbox_message')
    .set({ next_try_at: claimedUntil, tries: due.tries + 1 })
    .where('tenant_id', '=', due.tenant_id)
    .where('message_id', '=', due.message_id)
    .returningAll()
    .executeTakeFirst()
}

/** Gives a claimed message back, to be tried again then. */
export const tryAgainAt = async (tx: TenantTx, messageId: string, at: number): Promise<void> => {
  await tx.db
    .updateTable('outbox_message')
    .set({ next_try_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('message_id', '=', messageId)
    .where('sent_at', 'is', null)
    .execute()
}

export const markSent = async (tx: TenantTx, messageId: string, at: number): Promise<void> => {
  await tx.db
    .updateTable('outbox_message')
    .set({ sent_at: at, body: '', calendar: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('message_id', '=', messageId)
    .execute()
}

/** Messages that still wait to be sent, newest first. */
export const waitingMessages = async (
  reader: TenantReader,
  now: number,
  most: number,
  recipients: readonly string[] | null = null,
): Promise<OutboxMessage[]> => {
  if (recipients?.length === 0) return []
  return reader.db
    .selectFrom('outbox_message')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('sent_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(recipients !== null, (query) => query.where('recipient', 'in', recipients ?? []))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}

/** How far a message got; undefined once it has been removed. */
export const messageState = (
  reader: TenantReader,
  messageId: string,
): Promise<Pick<OutboxMessage, 'sent_at' | 'tries'> | undefined> =>
  reader.db
    .selectFrom('outbox_message')
    .select(['sent_at', 'tries'])
    .where('tenant_id', '=', reader.tenantId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()

export const removeMessagesExpiredBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'outbox_message', key: ['tenant_id', 'message_id'], by: 'expires_at', before: time }, most)

export interface WaitingOutbox {
  readonly channel: Channel
  readonly waiting: number
  /** When the oldest of them was written. */
  readonly oldestAt: number
}

/** What still waits to be sent, of all tenants; a channel in which nothing waits is missing. */
export const waitingOutbox = (reader: PlatformReader, now: number): Promise<WaitingOutbox[]> =>
  reader.db
    .selectFrom('outbox_message')
    .select((eb) => ['channel', eb.fn.countAll<number>().as('waiting'), eb.fn.min<number>('created_at').as('oldestAt')])
    .where('sent_at', 'is', null)
    .where('expires_at', '>', now)
    .groupBy('channel')
    .execute()
