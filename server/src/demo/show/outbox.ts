/**
 * GET /outbox/: in a demo, the messages that would have been sent. They hold codes and links, so they are shown only to
 * people who are signed in: those of an operator to its administrators, those of support to staff, and at the developer
 * portal to each member what went to their own company (threats row 244). A person who signs up as a provider has no
 * account yet and sees the messages of that sign-up alone, by its id.
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
import { signedInMember } from '../../services/providers/members.ts'
import { pendingSignUp } from '../../services/providers/sign-up.ts'
import type { WorldAt } from '../../services/world.ts'
import { hasSecondStep, userByEmail } from '../../storage/identity/users.ts'
import { type OutboxMessage, waitingMessages } from '../../storage/outbox.ts'
import { membersOf } from '../../storage/providers/members.ts'
import { phoneCodesOf } from '../../storage/providers/phone-codes.ts'
import { applicationsOf } from '../../storage/providers/provider-applications.ts'
import { openInvitationsOf } from '../../storage/providers/sign-ups.ts'
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
  /** Whose messages; null for all of the address. */
  readonly recipients: readonly string[] | null
  readonly isShown?: (message: OutboxMessage) => boolean
  readonly staffCode: ShownCode | null
}

const sendOutbox = async ({ exchange, tenant, site, world }: OpenVisit, shown: Shown) => {
  const { recipients, isShown = () => true, staffCode } = shown
  const { place, origin } = site
  const at = world.at(tenant)
  const messages = await waitingMessages(at.read, at.now(), MESSAGES_SHOWN, recipients)
  const entries = messages.filter(isShown).map(({ recipient, subject, body, created_at }) => ({
    recipient,
    subject,
    body,
    createdAtMs: created_at,
  }))
  const isOwnOnly = recipients !== null
  sendPage(exchange, outboxPage({ place, messages: entries, origin, staffCode, isOwnOnly }))
}

const EVERYTHING = { recipients: null } as const
const NOTHING = { recipients: [] } as const

export const outboxRoute = (doorway: Doorway): Route<Tenant> =>
  adminPage(doorway, { method: 'GET', path: OUTBOX_PATH }, (visit) =>
    sendOutbox(visit, { ...EVERYTHING, staffCode: null }),
  )

/** At support with the code of the demo's member of staff for everybody: the demo shows the password as well. */
export const supportOutboxRoute = (doorway: Doorway, staffEmail: string | null): Route<Tenant> =>
  openPage(doorway, 'tells a stranger no messages of others', { method: 'GET', path: OUTBOX_PATH }, async (visit) => {
    const at = visit.world.at(visit.tenant)
    const staffCode = staffEmail === null ? null : await codeOf(at, staffEmail)
    const isStaff = (await signedIn(at, sessionSecret(visit.exchange.req))) !== null
    if (!isStaff && staffCode === null) return seeOther(visit.exchange, SIGN_IN_PATH)
    await sendOutbox(visit, { ...(isStaff ? EVERYTHING : NOTHING), staffCode })
  })

/**
 * What a provider's members see: what went to members since they joined, the invitations that the company sent, and the
 * codes for phones of its applications. An address or a number alone opens nothing: anybody can invite it or name it.
 */
const shownToProvider = async (at: WorldAt, providerId: string): Promise<Omit<Shown, 'staffCode'>> => {
  const members = new Map((await membersOf(at.read, providerId)).map(({ email, joined_at }) => [email, joined_at]))
  const invitations = await openInvitationsOf(at.read, providerId, at.now())
  const applications = await applicationsOf(at.platform, providerId)
  const codes = (await Promise.all(applications.map(({ client_id }) => phoneCodesOf(at.read, client_id)))).flat()
  return {
    recipients: [
      ...members.keys(),
      ...invitations.map(({ email }) => email),
      ...codes.map(({ phone_number }) => phone_number),
    ],
    isShown: ({ message_id, recipient, body, created_at }) =>
      created_at >= (members.get(recipient) ?? Number.POSITIVE_INFINITY) ||
      invitations.some(({ email, sign_up_id }) => email === recipient && body.includes(sign_up_id)) ||
      codes.some((code) => code.message_id === message_id),
  }
}

/** Null where the visitor may read no message. */
const shownTo = async ({ exchange, tenant, world }: OpenVisit): Promise<Omit<Shown, 'staffCode'> | null> => {
  const at = world.at(tenant)
  const member = await signedInMember(at, sessionSecret(exchange.req))
  if (member) return shownToProvider(at, member.provider.provider_id)
  const signUp = await pendingSignUp(at, queryParameters(exchange.query).get('sign_up') ?? '')
  // The address may have an account, whose other messages are none of the visitor's business.
  return signUp && { recipients: [signUp.email], isShown: ({ expires_at }) => expires_at === signUp.expiresAt }
}

export const developersOutboxRoute = (doorway: Doorway): Route<Tenant> =>
  openPage(doorway, 'tells a stranger no messages of others', { method: 'GET', path: OUTBOX_PATH }, async (visit) => {
    const shown = await shownTo(visit)
    if (!shown) return seeOther(visit.exchange, SIGN_IN_PATH)
    await sendOutbox(visit, { ...shown, staffCode: null })
  })
