/** Registers applications and moves them through their modes; every step is recorded (access-model §8). */
import { Failure } from '../../domain/failure.ts'
import { type ApplicationMode, type ModeAction, type ModeActor, nextMode } from '../../domain/oauth/application-mode.ts'
import { lastFour, makeSecret, secretHash } from '../../domain/secret.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import { applicationArea } from '../../domain/validity-area.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import { revokeAccessTokensOf } from '../../storage/oauth/access-tokens.ts'
import {
  type ApplicationRow,
  type ApplicationSecretRow,
  applicationSecrets,
  applyTransition,
  insertApplication,
  insertApplicationSecret,
  lastTransition,
  lockApplication,
  saveApplicationLogo,
} from '../../storage/oauth/applications.ts'
import { removeUnusedCodesOf } from '../../storage/oauth/authorization-codes.ts'
import { tenantsConnectedTo } from '../../storage/oauth/grants.ts'
import { endTakingWithoutCase } from '../../storage/support/taken-cases.ts'
import { takeName } from '../../storage/tenancy/taken-names.ts'
import { type Actor, type AuditEvent, recordAudit } from '../audit-trail.ts'
import { newId, type Randomness, type World } from '../world.ts'
import { checkRegistration, type Registration, readPhoneNumber } from './registration.ts'

export type { Registration } from './registration.ts'

const refuse = (description: string): never => {
  throw new Failure('invalid_request', description)
}

/** Inserts a registration that was checked; without a secret, which is shown only where it is made. */
export const insertRegistration = async (
  world: Randomness,
  tx: PlatformTx,
  { registration, providerId }: { readonly registration: Registration; readonly providerId: string | null },
  actor: Actor,
): Promise<string> => {
  const clientId = newId(world, 'app')
  await insertApplication(tx, {
    client_id: clientId,
    provider_id: providerId,
    name: registration.name.trim(),
    kind: registration.kind,
    personal: registration.personal ? 1 : 0,
    redirect_uri_list: JSON.stringify(registration.redirectUris),
    description: registration.description,
    phone_number: readPhoneNumber(registration.phoneNumber) ?? '',
    contact: registration.contact,
    website: registration.website,
    connect_url: registration.connectUrl,
    mode: 'test',
    extra_scopes: '',
    extra_scopes_until: null,
    created_at: await tx.now(),
    secrets_blocked_until: null,
    phone_confirmed_at: null,
    deleted_at: null,
  })
  const { logo } = registration
  if (logo) await saveApplicationLogo(tx, clientId, logo.mediaType, logo.bytes)
  await recordAudit(world, tx, actor, {
    action: 'application.registered',
    subject: { kind: 'application', id: clientId },
    detail: { name: registration.name, kind: registration.kind },
  })
  tx.changeValidity(applicationArea(clientId))
  return clientId
}

/** The host registers without the phone step. Returns the client secret, which is never shown again. */
export const registerApplication = async (
  world: World,
  registration: Registration,
  actor: Actor,
  providerId: string | null = null,
): Promise<{ clientId: string; clientSecret: string }> => {
  checkRegistration(registration, null)
  return world.storage.writePlatform(async (tx) => {
    const clientId = await insertRegistration(world, tx, { registration, providerId }, actor)
    await takeName(tx, registration.name, providerId === null ? 'host' : `provider ${providerId}`)
    const { clientSecret } = await insertNewSecret(world, tx, { client_id: clientId, mode: 'test' })
    return { clientId, clientSecret }
  })
}

type WithMode = Pick<ApplicationRow, 'client_id' | 'mode'>

/** A secret says whether it opens operators' live data: `air_live_` for one that is made in production. */
const environmentOf = async (tx: PlatformTx, { client_id: clientId, mode }: WithMode): Promise<Environment> =>
  (mode === 'suspended' ? await modeBefore(tx, clientId) : mode) === 'production' ? 'production' : 'sandbox'

const insertNewSecret = async (
  world: Randomness,
  tx: PlatformTx,
  application: WithMode,
  memberId: string | null = null,
) => {
  const { client_id: clientId } = application
  const clientSecret = makeSecret('cs', await environmentOf(tx, application), world.randomBytes)
  const hash = secretHash(clientSecret)
  await insertApplicationSecret(tx, {
    client_id: clientId,
    hash,
    last_four: lastFour(clientSecret),
    created_at: await tx.now(),
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    made_by: memberId,
  })
  return { clientSecret, hash }
}

export const MAX_SECRETS = 2

/** Those that work, newest first. */
export const liveSecrets = async (
  reader: PlatformReader,
  clientId: string,
  now: number,
): Promise<ApplicationSecretRow[]> =>
  (await applicationSecrets(reader, clientId)).filter(({ expires_at }) => expires_at === null || expires_at > now)

/**
 * Adds a second secret beside the first, so that an application can change over without a pause; a third is refused.
 * The caller holds the application's lock.
 */
export const addSecret = async (world: Randomness, tx: PlatformTx, application: WithMode, actor: Actor) => {
  const { client_id: clientId } = application
  if ((await liveSecrets(tx, clientId, await tx.now())).length >= MAX_SECRETS)
    refuse('Two client secrets are valid already: end one first')
  const memberId = actor.kind === 'provider' ? actor.id : null
  const made = await insertNewSecret(world, tx, application, memberId)
  await recordAudit(world, tx, actor, {
    action: 'application.secret-added',
    subject: { kind: 'application', id: clientId },
    detail: { lastFour: lastFour(made.clientSecret) },
  })
  tx.changeValidity(applicationArea(clientId))
  return made
}

export const addClientSecret = (world: World, clientId: string, actor: Actor): Promise<string> =>
  world.storage.writePlatform(async (tx) => {
    const application = await lockApplication(tx, clientId)
    if (!application) throw noSuchApplication(clientId)
    return (await addSecret(world, tx, application, actor)).clientSecret
  })

const noSuchApplication = (clientId: string): Failure => new Failure('not_found', `There is no application ${clientId}`)

export interface Move {
  readonly action: ModeAction
  readonly by: ModeActor
  readonly reason: string | null
  readonly actor: Actor
}

/** The mode that resuming leads back to: the last transition of a suspended application is its suspension. */
const modeBefore = async (tx: PlatformTx, clientId: string): Promise<ApplicationMode | undefined> => {
  const last = await lastTransition(tx, clientId)
  return last?.action === 'suspend' ? last.from_mode : undefined
}

/** One step of a locked application; null where the table has none. Whoever took its case has it until none is left. */
export const moveLocked = async (
  world: Randomness,
  tx: PlatformTx,
  application: { readonly client_id: string; readonly mode: ApplicationMode },
  { action, by, reason, actor }: Move,
): Promise<ApplicationMode | null> => {
  const { client_id: clientId, mode } = application
  const to = nextMode(mode, action, by, await modeBefore(tx, clientId))
  if (to === null) return null
  await applyTransition(tx, { clientId, action, from: mode, to, actorKind: by, actorId: actor.id, reason })
  await endTakingWithoutCase(tx, clientId)
  await recordAudit(world, tx, actor, {
    action: `application.${action}`,
    subject: { kind: 'application', id: clientId },
    detail: { reason },
  })
  if (action === 'suspend' || action === 'resume') await endIssued(world, tx, { clientId, action, reason }, actor)
  return to
}

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
    let { mode } = application
    for (const action of actions) {
      const next = await moveLocked(world, tx, { client_id: clientId, mode }, { action, by, reason, actor })
      mode = next ?? refuse(`An application in mode "${mode}" cannot be moved by "${action}"`)
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
  world: Randomness,
  tx: PlatformTx,
  { clientId, action, reason }: ModeEnd,
  actor: Actor,
): Promise<void> => {
  await revokeAccessTokensOf(tx, clientId)
  await removeUnusedCodesOf(tx, clientId)
  const subject = { kind: 'application', id: clientId }
  await tellOperators(world, tx, { action: TOLD_OPERATORS[action], subject, detail: { reason } }, actor)
}

/** An entry in the audit log of every operator that is connected to the application, which is the subject. */
export const tellOperators = async (
  world: Randomness,
  tx: PlatformTx,
  event: AuditEvent,
  actor: Actor,
): Promise<void> => {
  for (const tenantId of await tenantsConnectedTo(tx, event.subject.id)) {
    await recordAudit(world, tx.inTenant(tenantId), actor, event)
  }
}
