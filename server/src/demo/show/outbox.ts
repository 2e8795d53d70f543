/**
 * GET /outbox/: in a demo, the messages that would have been sent. At operators' addresses for administrators; at the
 * developer portal and the support console for everybody, because who signs up there needs a code before anything else.
 */

import { fromBase32, totpCode, totpStepAt, totpStepBegin } from '../../domain/identity/totp.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type Site, sendPage } from '../../http/answer/page-answer.ts'
import { OUTBOX_PATH } from '../../http/answer/page-paths.ts'
import { openPage } from '../../http/guards/open.ts'
import { adminPage } from '../../http/guards/session.ts'
import type { Exchange } from '../../http/listening/exchange.ts'
import type { Route } from '../../http/listening/route.ts'
import type { World, WorldAt } from '../../services/world.ts'
import { hasSecondStep, userByEmail } from '../../storage/identity/users.ts'
import { waitingMessages } from '../../storage/outbox.ts'
import { outboxPage, type ShownCode } from './outbox-page.ts'

const MESSAGES_SHOWN = 50

/** A code that still works: the next one where somebody has just used the current one. */
const codeOf = async (at: WorldAt, email: string): Promise<ShownCode | null> => {
  const user = await userByEmail(at.read, email)
  if (!user?.totp_secret || !hasSecondStep(user)) return null
  const step = Math.max(totpStepAt(at.now()), (user.totp_last_step ?? 0) + 1)
  const code = totpCode(fromBase32(user.totp_secret), step)
  // A step either way is taken too.
  return { email, code, fromMs: totpStepBegin(step - 1), untilMs: totpStepBegin(step + 2) }
}

interface Shown {
  readonly exchange: Exchange
  readonly tenant: Tenant
  readonly site: Site
  /** Whose second step's code is shown; null at other addresses. */
  readonly staffEmail: string | null
}

const sendOutbox = async (world: World, { exchange, tenant, site, staffEmail }: Shown): Promise<void> => {
  const { place, origin } = site
  const at = world.at(tenant)
  const staffCode = staffEmail === null ? null : await codeOf(at, staffEmail)
  const messages = await waitingMessages(at.read, at.now(), MESSAGES_SHOWN)
  const entries = messages.map(({ recipient, subject, body, created_at }) => ({
    recipient,
    subject,
    body,
    createdAtMs: created_at,
  }))
  sendPage(exchange, outboxPage({ place, messages: entries, origin, staffCode }))
}

export const outboxRoute = (world: World, publicUrl: URL): Route<Tenant> =>
  adminPage({ world, publicUrl }, { method: 'GET', path: OUTBOX_PATH }, ({ exchange, tenant, site }) =>
    sendOutbox(world, { exchange, tenant, site, staffEmail: null }),
  )

/** At support with the code of the demo's member of staff, whose password the demo shows as well. */
export const openOutboxRoute = (world: World, publicUrl: URL, staffEmail: string | null = null): Route<Tenant> =>
  openPage(publicUrl, 'demo', { method: 'GET', path: OUTBOX_PATH }, (exchange, tenant, site) =>
    sendOutbox(world, { exchange, tenant, site, staffEmail }),
  )
