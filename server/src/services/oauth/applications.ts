/** Registers applications and moves them through their modes; every step is recorded (access-model §8). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Failure } from '../../domain/failure.ts'
import { type ModeAction, type ModeActor, nextMode } from '../../domain/oauth/application-mode.ts'
import { redirectUriProblem } from '../../domain/oauth/redirect-uri.ts'
import { APPLICATION_KINDS, type ApplicationKind } from '../../domain/scopes.ts'
import { lastFour, makeSecret, secretHash } from '../../domain/secret.ts'
import { isShowableLine, isShowableText, UNSHOWABLE_MESSAGE } from '../../domain/shown-text.ts'
import { applicationArea } from '../../domain/validity-area.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { revokeAccessTokensOf } from '../../storage/oauth/access-tokens.ts'
import {
  applicationSecrets,
  applyTransition,
  insertApplication,
  insertApplicationSecret,
  lockApplication,
  saveApplicationLogo,
} from '../../storage/oauth/applications.ts'
import { removeUnusedCodesOf } from '../../storage/oauth/authorization-codes.ts'
import { tenantsConnectedTo } from '../../storage/oauth/grants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { newId, type World } from '../world.ts'

export interface Registration {
  readonly name: string
  readonly kind: ApplicationKind
  readonly personal: boolean
  readonly redirectUris: readonly string[]
  readonly description: string
  readonly phoneNumber: string
  readonly contact: string
  readonly website: string
  readonly connectUrl: string | null
  readonly logo: { readonly mediaType: string; readonly bytes: Uint8Array } | null
}

const refuse = (description: string): never => {
  throw new Failure('invalid_request', description)
}

const checkText = (label: string, text: string, most: number, isShowable = isShowableLine): void => {
  if (text.trim() === '' || text.length > most) refuse(`${label} has 1 to ${most} characters`)
  if (!isShowable(text)) refuse(`${label} ${UNSHOWABLE_MESSAGE}`)
}

const checkUrl = (label: string, text: string): void => {
  const url = URL.parse(text)
  const isWeb = url !== null && /^https?:$/.test(url.protocol)
  if (!isWeb || text.length > 500 || /\s/.test(text) || !isShowableLine(text))
    refuse(`${label} is an http or https URL`)
}

/** Normalizes a phone number to E.164. */
const checkedPhoneNumber = (text: string): string => {
  const phone = parsePhoneNumberFromString(text.trim(), { extract: false })
  if (phone?.isValid()) return phone.number
  return refuse('phoneNumber is a real number with its country code, e.g. +41 44 668 18 00')
}

const MAX_REDIRECT_URIS = 20

const checkRedirectUris = (uris: readonly string[]): void => {
  if (uris.length === 0 || uris.length > MAX_REDIRECT_URIS) {
    refuse(`redirectUris lists 1 to ${MAX_REDIRECT_URIS} redirect URIs`)
  }
  const twice = uris.find((uri, index) => uris.indexOf(uri) !== index)
  if (twice !== undefined) refuse(`A redirect URI is listed twice: ${twice}`)
  for (const uri of uris) {
    const problem = redirectUriProblem(uri)
    if (problem !== null) refuse(`${problem}: ${uri}`)
  }
}

const checkRegistration = (registration: Registration): void => {
  checkText('name', registration.name, 80)
  checkText('description', registration.description, 2000, isShowableText)
  checkText('contact', registration.contact, 300, isShowableText)
  if (!APPLICATION_KINDS.includes(registration.kind)) refuse(`kind is one of ${APPLICATION_KINDS.join(', ')}`)
  if (registration.kind === 'pilot-logbook' && !registration.personal) refuse('A pilot-logbook is always personal')
  checkRedirectUris(registration.redirectUris)
  checkUrl('website', registration.website)
  if (registration.connectUrl !== null) checkUrl('connectUrl', registration.connectUrl)
}

/** Returns the client secret, which is never shown again. */
export const registerApplication = async (
  world: World,
  registration: Registration,
  actor: Actor,
): Promise<{ clientId: string; clientSecret: string }> => {
  checkRegistration(registration)
  const phoneNumber = checkedPhoneNumber(registration.phoneNumber)
  const clientId = newId(world, 'app')
  const clientSecret = makeSecret('cs', 'production', world.randomBytes)
  await world.storage.writePlatform(async (tx) => {
    const now = await tx.now()
    await insertApplication(tx, {
      client_id: clientId,
      provider_id: actor.kind === 'provider' ? actor.id : null,
      name: registration.name.trim(),
      kind: registration.kind,
      personal: registration.personal ? 1 : 0,
      redirect_uri_list: JSON.stringify(registration.redirectUris),
      description: registration.description,
      phone_number: phoneNumber,
      contact: registration.contact,
      website: registration.website,
      connect_url: registration.connectUrl,
      mode: 'test',
      extra_scopes: '',
      created_at: now,
    })
    await insertSecret(tx, clientId, clientSecret, now)
    const { logo } = registration
    if (logo) await saveApplicationLogo(tx, clientId, logo.mediaType, logo.bytes)
    const detail = { name: registration.name, kind: registration.kind }
    await recordAudit(world, tx, actor, {
      action: 'application.registered',
      subject: { kind: 'application', id: clientId },
      detail,
    })
    tx.changeValidity(applicationArea(clientId))
  })
  return { clientId, clientSecret }
}

const insertSecret = (tx: PlatformTx, clientId: string, secret: string, now: number): Promise<void> =>
  insertApplicationSecret(tx, {
    client_id: clientId,
    hash: secretHash(secret),
    last_four: lastFour(secret),
    created_at: now,
    expires_at: null,
    revoked_at: null,
  })

const MAX_SECRETS = 2

/**
 * Adds a second secret beside the first, so that an application can change over without a pause; a third is refused.
 */
export const addClientSecret = async (world: World, clientId: string, actor: Actor): Promise<string> => {
  const clientSecret = makeSecret('cs', 'production', world.randomBytes)
  await world.storage.writePlatform(async (tx) => {
    if (!(await lockApplication(tx, clientId))) throw noSuchApplication(clientId)
    if ((await applicationSecrets(tx, clientId)).length >= MAX_SECRETS) {
      refuse('Two client secrets are valid already: revoke one first')
    }
    await insertSecret(tx, clientId, clientSecret, await tx.now())
    await recordAudit(world, tx, actor, {
      action: 'application.secret-added',
      subject: { kind: 'application', id: clientId },
    })
    tx.changeValidity(applicationArea(clientId))
  })
  return clientSecret
}

const noSuchApplication = (clientId: string): Failure => new Failure('not_found', `There is no application ${clientId}`)

export interface ModeMove {
  readonly actions: readonly ModeAction[]
  readonly by: ModeActor
  readonly reason: string | null
}

/** Moves the application along the table of `application-mode`; any other transition is refused. */
export const moveApplication = (
  world: World,
  clientId: string,
  { actions, by, reason }: ModeMove,
  actor: Actor,
): Promise<void> =>
  world.storage.writePlatform(async (tx) => {
    const application = await lockApplication(tx, clientId)
    if (!application) throw noSuchApplication(clientId)
    let mode = application.mode
    for (const action of actions) {
      const next = nextMode(mode, action, by)
      if (next === null) refuse(`An application in mode "${mode}" cannot be moved by "${action}"`)
      const to = next as NonNullable<typeof next>
      await applyTransition(tx, { clientId, action, from: mode, to, actorKind: by, actorId: actor.id, reason })
      await recordAudit(world, tx, actor, {
        action: `application.${action}`,
        subject: { kind: 'application', id: clientId },
        detail: { reason },
      })
      if (action === 'suspend' || action === 'resume') await endIssued(world, tx, { clientId, action, reason }, actor)
      mode = to
    }
  })

const TOLD_OPERATORS = { suspend: 'add-on.suspended', resume: 'add-on.resumed' } as const

interface ModeEnd {
  readonly clientId: string
  readonly action: keyof typeof TOLD_OPERATORS
  readonly reason: string | null
}

/**
 * Revokes all access tokens permanently. It also runs when the application resumes, for tokens that were being issued
 * during the suspension. Refresh tokens stay and work again afterwards, so that nobody has to connect again. Every
 * connected operator gets an entry in its audit log.
 */
const endIssued = async (
  world: World,
  tx: PlatformTx,
  { clientId, action, reason }: ModeEnd,
  actor: Actor,
): Promise<void> => {
  await revokeAccessTokensOf(tx, clientId)
  await removeUnusedCodesOf(tx, clientId)
  for (const tenantId of await tenantsConnectedTo(tx, clientId)) {
    const subject = { kind: 'application', id: clientId }
    await recordAudit(world, tx.inTenant(tenantId), actor, {
      action: TOLD_OPERATORS[action],
      subject,
      detail: { reason },
    })
  }
}
