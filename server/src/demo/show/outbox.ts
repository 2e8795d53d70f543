/** GET /outbox/: in a demo, what would have been sent by e-mail, for administrators. */

import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { pageRoute, seeOther, sendPage } from '../../http/answer/page-answer.ts'
import { OUTBOX_PATH, SIGN_IN_PATH } from '../../http/answer/page-paths.ts'
import type { Route } from '../../http/listening/exchange.ts'
import { sessionSecret } from '../../http/request/cookies.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import type { World } from '../../services/world.ts'
import { waitingMessages } from '../../storage/outbox.ts'
import { outboxPage } from './outbox-page.ts'

const MESSAGES_SHOWN = 50

export const outboxRoute = (world: World, publicUrl: URL): Route<Tenant> =>
  pageRoute(
    publicUrl,
    { method: 'GET', path: OUTBOX_PATH, guard: 'administrator session' },
    async (exchange, tenant, { place, origin }) => {
      const person = await signedIn(world, tenant, sessionSecret(exchange.req))
      if (!person) return seeOther(exchange, SIGN_IN_PATH)
      if (!person.isAdmin) throw new Failure('forbidden', 'The outbox is for administrators')
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
