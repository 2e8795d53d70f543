/** GET /outbox/: in a demo, the e-mails that would have been sent, for administrators. */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { sendPage } from '../../http/answer/page-answer.ts'
import { OUTBOX_PATH } from '../../http/answer/page-paths.ts'
import { adminPage } from '../../http/guards/session.ts'
import type { Route } from '../../http/listening/route.ts'
import type { World } from '../../services/world.ts'
import { waitingMessages } from '../../storage/outbox.ts'
import { outboxPage } from './outbox-page.ts'

const MESSAGES_SHOWN = 50

export const outboxRoute = (world: World, publicUrl: URL): Route<Tenant> =>
  adminPage(
    { world, publicUrl },
    { method: 'GET', path: OUTBOX_PATH },
    async ({ exchange, tenant, site: { place, origin } }) => {
      const now = world.now(tenant.tenantId)
      const messages = await waitingMessages(world.storage.tenant(tenant.tenantId), now, MESSAGES_SHOWN)
      const entries = messages.map(({ recipient, subject, body, created_at }) => ({
        recipient,
        subject,
        body,
        createdAtMs: created_at,
      }))
      sendPage(exchange, outboxPage({ place, messages: entries, origin }))
    },
  )
