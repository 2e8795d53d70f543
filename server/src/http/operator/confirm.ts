/**
 * /confirm/: what a person is asked to confirm, and their answer (data §10). A sign-in that is longer ago than ten minutes
 * asks for the password again, and for the code of whoever has an authenticator; a passkey signs in anew.
 */
import { Failure } from '../../domain/failure.ts'
import { CONFIRM_PATH, confirmPlace } from '../../domain/operations/logs/confirmation.ts'
import { logoPath } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type AskerView, type ConfirmOutcome, confirmOutcomePage, confirmPage } from '../../pages/logs/confirm.ts'
import { type Proof, proveAgain, recentProof } from '../../services/identity/proof.ts'
import { logoShownAt } from '../../services/oauth/add-ons.ts'
import {
  type Asker,
  answerConfirmation,
  type Confirming,
  readConfirmation,
} from '../../services/operations/logs/confirm.ts'
import { hasSecondStep } from '../../storage/identity/users.ts'
import { seeOther, sendPage } from '../answer/page-answer.ts'
import { SIGN_IN_PASSKEY_OPTIONS_PATH, SIGN_IN_PASSKEY_PATH, SIGN_OUT_PATH, withQuery } from '../answer/page-paths.ts'
import { personView } from '../answer/person-view.ts'
import type { Doorway } from '../guards/open.ts'
import { type PageVisit, sessionPage } from '../guards/session.ts'
import type { Route } from '../listening/route.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { actorOf } from '../request/session-actor.ts'

type Open = Extract<Confirming, { readonly kind: 'open' | 'changed' }>
type Over = Exclude<Confirming, Open | { readonly kind: 'unknown' }>

const askerView = async ({ world, tenant }: PageVisit, { clientId, ...asker }: Asker): Promise<AskerView> => {
  const logo = clientId !== null && (await logoShownAt(world.at(tenant), clientId))
  return {
    name: asker.name,
    logo: clientId !== null && logo ? logoPath(clientId) : null,
    deviceId: asker.deviceId,
    askedAtMs: asker.askedAt,
  }
}

/** The query that leads back to this page after signing in as somebody else, or anew with a passkey. */
const returning = (confirmationId: string): string => `to=${encodeURIComponent(confirmPlace(confirmationId))}`

const shared = async (visit: PageVisit, confirmationId: string, asker: Asker) => ({
  place: visit.site.place,
  asker: await askerView(visit, asker),
  person: personView(visit.user),
  notYou: { action: withQuery(SIGN_OUT_PATH, returning(confirmationId)), fields: {} },
})

/** Why the proof was not accepted; null where none was given. */
type ProofProblem = string | null

const sendQuestion = async (
  visit: PageVisit,
  confirmationId: string,
  asked: Open,
  problem: ProofProblem = null,
): Promise<void> => {
  const { exchange, user, world, tenant } = visit
  const at = world.at(tenant)
  const isProven = recentProof(at, user) !== null
  const passkey = {
    options: SIGN_IN_PASSKEY_OPTIONS_PATH,
    action: withQuery(SIGN_IN_PASSKEY_PATH, returning(confirmationId)),
  }
  const page = confirmPage({
    ...(await shared(visit, confirmationId, asked.asker)),
    paper: asked.paper,
    expiresAtMs: asked.expiresAt,
    secondsLeft: (asked.expiresAt - at.now()) / 1000,
    action: confirmPlace(confirmationId),
    confirmation: confirmationId,
    digest: asked.digest,
    proof: isProven ? null : { asksCode: hasSecondStep(user.user), passkey, problem },
    changed: asked.kind === 'changed' ? asked.lineList : null,
  })
  const refused = problem === null ? 409 : 403
  sendPage(exchange, page, {
    status: asked.kind === 'changed' || problem !== null ? refused : 200,
    isScripted: !isProven,
  })
}

const outcomeOf = (confirming: Over, email: string): ConfirmOutcome => {
  switch (confirming.kind) {
    case 'confirmed':
      return { kind: 'confirmed', atMs: confirming.at, isUsed: confirming.isUsed, email }
    case 'asker-over':
      return { kind: 'asker-over' }
    case 'late':
      return { kind: 'late', endedAtMs: confirming.endedAt }
    case 'other-person':
      return { kind: 'other-person', waitsFor: confirming.name }
    case 'over':
      return { kind: 'over', why: confirming.why }
    case 'refused':
      return { kind: 'refused' }
  }
}

const send = async (visit: PageVisit, confirmationId: string, confirming: Confirming): Promise<void> => {
  if (confirming.kind === 'unknown') throw new Failure('not_found', 'There is no such confirmation')
  if (confirming.kind === 'open' || confirming.kind === 'changed')
    return sendQuestion(visit, confirmationId, confirming)
  const outcome = outcomeOf(confirming, visit.user.user.email)
  const page = confirmOutcomePage({ ...(await shared(visit, confirmationId, confirming.asker)), outcome })
  sendPage(visit.exchange, page)
}

type Fields = ReadonlyMap<string, string>

/** A text where the proof is refused. */
const proofOf = async ({ world, tenant, user }: PageVisit, fields: Fields): Promise<Proof | { problem: string }> => {
  const at = world.at(tenant)
  const recent = recentProof(at, user)
  if (recent !== null) return recent
  try {
    return await proveAgain(at, user, { password: fields.get('password') ?? '', code: fields.get('code') ?? '' })
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error
    return { problem: error.message }
  }
}

const answer = async (visit: PageVisit): Promise<void> => {
  const { exchange, user, world, tenant } = visit
  const fields = await pageForm(exchange)
  const confirmationId = fields.get('confirmation') ?? ''
  const decision = fields.get('decision')
  if (decision !== 'sign' && decision !== 'cancel') {
    throw new Failure('invalid_request', 'Nothing was decided: the field decision is neither sign nor cancel')
  }
  const proof = decision === 'sign' ? await proofOf(visit, fields) : null
  if (proof !== null && typeof proof === 'object') {
    const confirming = await readConfirmation(world.at(tenant), user, confirmationId)
    if (confirming.kind === 'open') return sendQuestion(visit, confirmationId, confirming, proof.problem)
    return send(visit, confirmationId, confirming)
  }
  const given = { confirmationId, digest: fields.get('digest') ?? '', proof }
  const confirming = await answerConfirmation(world.at(tenant), user, given, actorOf(exchange, user))
  if (confirming.kind === 'confirmed' || confirming.kind === 'refused') {
    return seeOther(exchange, confirmPlace(confirmationId))
  }
  await send(visit, confirmationId, confirming)
}

export const confirmRoutes = (doorway: Doorway): readonly Route<Tenant>[] => [
  sessionPage(doorway, { method: 'GET', path: CONFIRM_PATH }, async (visit) => {
    const confirmationId = new URLSearchParams(visit.exchange.query).get('id') ?? ''
    await send(visit, confirmationId, await readConfirmation(visit.world.at(visit.tenant), visit.user, confirmationId))
  }),
  sessionPage(doorway, { method: 'POST', path: CONFIRM_PATH }, answer),
]
