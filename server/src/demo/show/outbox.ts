/**
 * GET /outbox/: in a demo, the messages that would have been sent. At operators' addresses for administrators; at the
 * developer portal and the support console for everybody, because who signs up there needs a code before anything else.
 */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type Site, sendPage } from '../../http/answer/page-answer.ts'
import { OUTBOX_PATH } from '../../http/answer/page-paths.ts'
import { openPage } from '../../http/guards/open.ts'
import { adminPage } from '../../http/guards/session.ts'
import type { Exchange } from '../../http/listening/exchange.ts'
import type { Route } from '../../http/listening/route.ts'
import type { World } from '../../services/world.ts'
import { waitingMessages } from '../../storage/outbox.ts'
import { outboxPage } from './outbox-page.ts'

const MESSAGES_SHOWN = 50

const sendOutbox = async (world: World, exchange: Exchange, tenant: Tenant, { place, origin }: Site): Promise<void> => {
  const at = world.at(tenant)
  const messages = await waitingMessages(at.read, at.now(), MESSAGES_SHOWN)
  const entries = messages.map(({ recipient, subject, body, created_at }) => ({
    recipient,
    subject,
    body,
    createdAtMs: created_at,
  }))
  sendPage(exchange, outboxPage({ place, messages: entries, origin }))
}

export const outboxRoute = (world: World, publicUrl: URL): Route<Tenant> =>
  adminPage({ world, publicUrl }, { method: 'GET', path: OUTBOX_PATH }, ({ exchange, tenant, site }) =>
    sendOutbox(world, exchange, tenant, site),
  )

export const openOutboxRoute = (world: World, publicUrl: URL): Route<Tenant> =>
  openPage(publicUrl, 'demo', { method: 'GET', path: OUTBOX_PATH }, (exchange, tenant, site) =>
    sendOutbox(world, exchange, tenant, site),
  )
