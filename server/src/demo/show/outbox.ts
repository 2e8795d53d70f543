/**
 * GET /outbox/: in a demo, the messages that would have been sent. They hold codes and links, so they are shown only to
 * people who are signed in: an operator's administrators, staff, members of providers. A person who signs up as a
 * provider has no account yet and sees the messages of that sign-up alone, by its id.
 */

import { fromBase32, totpCode, totpStepAt, totpStepBegin } from '../../domain/identity/totp.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { seeOther, sendPage } from '../../http/answer/page-answer.ts'
import { OUTBOX_PATH, SIGN_IN_PATH } from '../../http/answer/page-paths.ts'
import { type Doorway, type OpenVisit, openPage } from '../../http/guards/open.ts'
import { adminPage } from '../../http/guards/session.ts'
import type { Route } from '../../http/listening/route.ts'
import { sessionSecret } from '../../http/request/cookies.ts'
import { queryParameters } from '../../http/request/query-parameters.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import { pendingSignUp } from '../../services/providers/sign-up.ts'
import type { WorldAt } from '../../services/world.ts'
import { hasSecondStep, userByEmail } from '../../storage/identity/users.ts'
import { type OutboxMessage, waitingMessages } from '../../storage/outbox.ts'
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
  readonly isShown: (message: OutboxMessage) => boolean
  readonly staffCode: ShownCode | null
}

const sendOutbox = async ({ exchange, tenant, site, world }: OpenVisit, { isShown, staffCode }: Shown) => {
  const { place, origin } = site
  const at = world.at(tenant)
  const messages = await waitingMessages(at.read, at.now(), MESSAGES_SHOWN)
  const entries = messages.filter(isShown).map(({ recipient, subject, body, created_at }) => ({
    recipient,
    subject,
    body,
    createdAtMs: created_at,
  }))
  sendPage(exchange, outboxPage({ place, messages: entries, origin, staffCode }))
}

const EVERYTHING: Shown['isShown'] = () => true

export const outboxRoute = (doorway: Doorway): Route<Tenant> =>
  adminPage(doorway, { method: 'GET', path: OUTBOX_PATH }, (visit) =>
    sendOutbox(visit, { isShown: EVERYTHING, staffCode: null }),
  )

/** Null where the visitor may read no message. */
const shownTo = async ({ exchange, tenant, world }: OpenVisit): Promise<Shown['isShown'] | null> => {
  const at = world.at(tenant)
  if (await signedIn(at, sessionSecret(exchange.req))) return EVERYTHING
  const signUp = await pendingSignUp(at, queryParameters(exchange.query).get('sign_up') ?? '')
  // The address may have an account, whose other messages are none of the visitor's business.
  return signUp && (({ recipient, expires_at }) => recipient === signUp.email && expires_at === signUp.expiresAt)
}

/** At support with the code of the demo's member of staff for everybody: the demo shows the password as well. */
export const platformOutboxRoute = (doorway: Doorway, staffEmail: string | null): Route<Tenant> =>
  openPage(doorway, 'tells a stranger no messages of others', { method: 'GET', path: OUTBOX_PATH }, async (visit) => {
    const staffCode = staffEmail === null ? null : await codeOf(visit.world.at(visit.tenant), staffEmail)
    const isShown = await shownTo(visit)
    if (isShown === null && staffCode === null) return seeOther(visit.exchange, SIGN_IN_PATH)
    await sendOutbox(visit, { isShown: isShown ?? (() => false), staffCode })
  })
