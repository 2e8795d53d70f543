/** The registry of applications, shared by all operators and both environments. */
import type { ApplicationMode, ModeAction, ModeActor } from '../../domain/oauth/application-mode.ts'
import type { ApplicationKind } from '../../domain/scopes.ts'
import { applicationArea } from '../../domain/validity-area.ts'
import { prepared } from '../engines/prepared.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx, TenantTx } from '../handles.ts'

export interface ApplicationRow {
  client_id: string
  provider_id: string | null
  name: string
  kind: ApplicationKind
  personal: number
  /** JSON array. */
  redirect_uri_list: string
  description: string
  phone_number: string
  /** When a code that was sent to this number was last typed right; null while nobody has shown to hold the phone. */
  phone_confirmed_at: number | null
  contact: string
  website: string
  connect_url: string | null
  mode: ApplicationMode
  /** Scopes that support allows beyond those of the application's kind, space-delimited. */
  extra_scopes: string
  /** When they end; null where there are none. */
  extra_scopes_until: number | null
  created_at: number
  /** No secret is made before, after support allowed a new phone number alone (portals §3). */
  secrets_blocked_until: number | null
  /** What is left of it is a name for logs. */
  deleted_at: number | null
}

declare module '../engines/tables.ts' {
  interface Tables {
    application: ApplicationRow
    application_secret: {
      client_id: string
      hash: string
      last_four: string
      created_at: number
      expires_at: number | null
      revoked_at: number | null
      /** To the minute. */
      last_used_at: number | null
      /** The member who saw it; null where the host made it, or it is not known. */
      made_by: string | null
    }
    application_logo: { client_id: string; media_type: string; bytes: Uint8Array }
    application_transition: {
      client_id: string
      position: number
      action: ModeAction
      from_mode: ApplicationMode
      to_mode: ApplicationMode
      at: number
      actor_kind: ModeActor
      actor_id: string | null
      reason: string | null
    }
  }
}

const byClientId = prepared<{ clientId: string }, ApplicationRow>((db, argument) =>
  db.selectFrom('application').selectAll().where('client_id', '=', argument('clientId')),
)

export const applicationByClientId = async (
  reader: PlatformReader,
  clientId: string,
): Promise<ApplicationRow | undefined> => (await byClientId(reader, { clientId })).rows[0]

/**
 * For a transaction of a tenant that depends on the registration: whoever changes or suspends the application waits for
 * its COMMIT, or it waited for them. Called before the application's codes are touched, as suspension does.
 */
export const holdApplication = (tx: TenantTx, clientId: string): Promise<ApplicationRow | undefined> =>
  tx.platform.db
    .selectFrom('application')
    .selectAll()
    .where('client_id', '=', clientId)
    .$if(tx.kind === 'postgres', (query) => query.forShare())
    .executeTakeFirst()

/** For a transaction of a tenant that must come before or after every consent and exchange of the application. */
export const lockApplicationHere = async (tx: TenantTx, clientId: string): Promise<void> => {
  await tx.platform.db
    .selectFrom('application')
    .select('client_id')
    .where('client_id', '=', clientId)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .execute()
}

export const allApplications = (reader: PlatformReader): Promise<ApplicationRow[]> =>
  reader.db.selectFrom('application').selectAll().orderBy('name').orderBy('client_id').execute()

export const insertApplication = async (tx: PlatformTx, application: ApplicationRow): Promise<void> => {
  await tx.db.insertInto('application').values(application).execute()
}

export type ApplicationSecretRow = Tables['application_secret']

export const insertApplicationSecret = async (tx: PlatformTx, secret: ApplicationSecretRow): Promise<void> => {
  await tx.db.insertInto('application_secret').values(secret).execute()
}

/** Never back in time: several processes note the uses of one secret. */
export const markSecretUsed = async (
  tx: PlatformTx,
  { client_id, hash }: ApplicationSecretRow,
  usedAt: number,
): Promise<void> => {
  await tx.db
    .updateTable('application_secret')
    .set({ last_used_at: usedAt })
    .where('client_id', '=', client_id)
    .where('hash', '=', hash)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', usedAt)]))
    .execute()
}

/** The secrets that are not revoked; two may be valid during a rotation. */
export const applicationSecrets = (reader: PlatformReader, clientId: string): Promise<ApplicationSecretRow[]> =>
  reader.db
    .selectFrom('application_secret')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()

/** Locks the row of an application that is not deleted, so that of two simultaneous transitions the second sees the result of the first. */
export const lockApplication = (tx: PlatformTx, clientId: string): Promise<ApplicationRow | undefined> =>
  tx.db
    .selectFrom('application')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

export interface Transition {
  readonly clientId: string
  readonly action: ModeAction
  readonly from: ApplicationMode
  readonly to: ApplicationMode
  readonly actorKind: ModeActor
  readonly actorId: string | null
  readonly reason: string | null
}

/** Applies a transition and records who made it, when and why. The caller holds the application's lock. */
export const applyTransition = async (tx: PlatformTx, transition: Transition): Promise<void> => {
  const { clientId, action, from, to, actorKind, actorId, reason } = transition
  const last = await tx.db
    .selectFrom('application_transition')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  await tx.db
    .insertInto('application_transition')
    .values({
      client_id: clientId,
      position: (last?.position ?? 0) + 1,
      action,
      from_mode: from,
      to_mode: to,
      at: await tx.now(),
      actor_kind: actorKind,
      actor_id: actorId,
      reason,
    })
    .execute()
  await tx.db.updateTable('application').set({ mode: to }).where('client_id', '=', clientId).execute()
  tx.changeValidity(applicationArea(clientId))
}

export type TransitionRow = Tables['application_transition']

export const applicationTransitions = (reader: PlatformReader, clientId: string): Promise<TransitionRow[]> =>
  reader.db
    .selectFrom('application_transition')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('position')
    .execute()

export const lastTransition = (reader: PlatformReader, clientId: string): Promise<TransitionRow | undefined> =>
  reader.db
    .selectFrom('application_transition')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()

export const saveApplicationLogo = async (
  tx: PlatformTx,
  clientId: string,
  mediaType: string,
  bytes: Uint8Array,
): Promise<void> => {
  await tx.db
    .insertInto('application_logo')
    .values({ client_id: clientId, media_type: mediaType, bytes })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ media_type: mediaType, bytes }))
    .execute()
}

export type ApplicationLogo = Pick<Tables['application_logo'], 'media_type' | 'bytes'>

export const applicationLogo = (reader: PlatformReader, clientId: string): Promise<ApplicationLogo | undefined> =>
  reader.db
    .selectFrom('application_logo')
    .select(['media_type', 'bytes'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
