/**
 * Grants: what an operator, or a user for their own account, allowed an application. One per application and grantor.
 */

import type { RefreshTokenFacts } from '../../domain/oauth/token-validity.ts'
import { prepared } from '../engines/prepared.ts'
import type { Tables } from '../engines/tables.ts'
import { followGrant } from '../events/application-webhooks.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'
import { removeUnusedCodes } from './authorization-codes.ts'

export type GrantRow = Tables['oauth_grant']

export type GrantFacts = Pick<
  RefreshTokenFacts,
  | 'grantId'
  | 'grantEndedAt'
  | 'grantSuspendedAt'
  | 'userId'
  | 'userRemovedAt'
  | 'userSuspendedAt'
  | 'clientId'
  | 'applicationName'
  | 'applicationKind'
  | 'applicationPersonal'
  | 'applicationMode'
  | 'applicationExtraScopes'
  | 'applicationExtraScopesUntil'
> & {
  readonly grantScopes: string
  /** When it was last chosen which aircraft it offers or for whom it acts; null where nothing is. */
  readonly chosenAt: number | null
}

export interface GrantAgreed {
  readonly grantId: string
  readonly clientId: string
  /** The user, where the application is personal. */
  readonly userId: string | null
  readonly scopes: string
  readonly grantedBy: string
  /** When the consent was given. */
  readonly decidedAt: number
  readonly at: number
}

type HeldGrant = Pick<GrantRow, 'grant_id' | 'scopes'>

/** `isDecided` is false where a later decision is in force, which stays. */
export type AgreedGrant = HeldGrant & { readonly isDecided: boolean }

const activeGrant = (reader: TenantReader, clientId: string, userId: string | null) =>
  reader.db
    .selectFrom('oauth_grant')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('client_id', '=', clientId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('ended_at', 'is', null)

export const findActiveGrant = (
  reader: TenantReader,
  clientId: string,
  userId: string | null,
): Promise<GrantRow | undefined> => activeGrant(reader, clientId, userId).executeTakeFirst()

/**
 * Whether the host suspended what was granted, also where it was disconnected since: a new grant would lift a
 * suspension that only the host takes back.
 */
export const isGrantSuspended = async (
  reader: TenantReader,
  clientId: string,
  userId: string | null,
): Promise<boolean> => {
  const suspended = await reader.db
    .selectFrom('oauth_grant')
    .select('grant_id')
    .where('tenant_id', '=', reader.tenantId)
    .where('client_id', '=', clientId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('suspended_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return suspended !== undefined
}

const insertGrant = (tx: TenantTx, agreed: GrantAgreed): Promise<HeldGrant | undefined> =>
  tx.db
    .insertInto('oauth_grant')
    .values({
      tenant_id: tx.tenantId,
      grant_id: agreed.grantId,
      client_id: agreed.clientId,
      user_id: agreed.userId,
      scopes: agreed.scopes,
      granted_by: agreed.grantedBy,
      created_at: agreed.at,
      changed_at: agreed.at,
      decided_at: agreed.decidedAt,
      ended_at: null,
      suspended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['grant_id', 'scopes'])
    .executeTakeFirst()

/** Undefined if there is no grant, or if the grant is by a later decision. */
const replaceScopes = async (tx: TenantTx, agreed: GrantAgreed): Promise<HeldGrant | undefined> => {
  const { clientId, userId, scopes, grantedBy, decidedAt, at } = agreed
  const replaced = await tx.db
    .updateTable('oauth_grant')
    .set({ scopes, granted_by: grantedBy, changed_at: at, decided_at: decidedAt })
    .where('tenant_id', '=', tx.tenantId)
    .where('client_id', '=', clientId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('ended_at', 'is', null)
    .where('decided_at', '<', decidedAt)
    .returning(['grant_id', 'scopes'])
    .executeTakeFirst()
  // Tokens issued under the earlier scopes are from now on limited to the scopes that both allow.
  if (replaced) tx.changeValidity()
  return replaced
}

/** Locks the grant in force, so that nobody narrows or ends it meanwhile. */
export const lockGrant = (
  tx: TenantTx,
  { clientId, userId }: Pick<GrantAgreed, 'clientId' | 'userId'>,
): Promise<HeldGrant | undefined> =>
  activeGrant(tx, clientId, userId)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/**
 * Creates the grant, or replaces the scopes of the existing one unless a later decision is in force, and locks its row
 * until the transaction ends. The second insert covers a grant that ends in between.
 */
export const agreeGrant = async (tx: TenantTx, agreed: GrantAgreed): Promise<AgreedGrant> => {
  const made = (await insertGrant(tx, agreed)) ?? (await replaceScopes(tx, agreed))
  const later = made ? undefined : await lockGrant(tx, agreed)
  const grant = made ?? later ?? (await insertGrant(tx, agreed))
  if (grant === undefined) throw new Error('The grant changed twice while it was being agreed')
  await followGrant(tx, grant.grant_id)
  return { ...grant, isDecided: later === undefined }
}

/**
 * Undefined if there is no such grant or it has already ended. Removes the grant's unused codes before it ends the
 * grant: the code exchange locks its code before the grant, and the opposite order would deadlock.
 */
export const endGrant = async (
  tx: TenantTx,
  grantId: string,
  userId: string | null,
  at: number,
): Promise<GrantRow | undefined> => {
  const grant = await tx.db
    .selectFrom('oauth_grant')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('grant_id', '=', grantId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .executeTakeFirst()
  if (!grant) return undefined
  await removeUnusedCodes(tx, grant.client_id, grant.user_id)
  const ended = await tx.db
    .updateTable('oauth_grant')
    .set({ ended_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('grant_id', '=', grantId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (ended) tx.changeValidity()
  return ended
}

/** Built once: they are read before each message of a webhook. */
const factsById = prepared<{ tenantId: string; grantId: string }, GrantFacts>((db, argument) =>
  db
    .selectFrom('oauth_grant')
    .innerJoin('application', 'application.client_id', 'oauth_grant.client_id')
    .leftJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'oauth_grant.tenant_id')
        .onRef('user_account.user_id', '=', 'oauth_grant.user_id'),
    )
    // All of a choice are written together.
    .select(({ fn, selectFrom }) => {
      const chosen = (table: 'application_aircraft' | 'application_provider') =>
        selectFrom(table)
          .select('chosen_at')
          .whereRef(`${table}.tenant_id`, '=', 'oauth_grant.tenant_id')
          .whereRef(`${table}.client_id`, '=', 'oauth_grant.client_id')
          .limit(1)
      return fn
        .coalesce(chosen('application_aircraft'), chosen('application_provider'))
        .$castTo<number | null>()
        .as('chosenAt')
    })
    .select([
      'oauth_grant.grant_id as grantId',
      'oauth_grant.scopes as grantScopes',
      'oauth_grant.ended_at as grantEndedAt',
      'oauth_grant.suspended_at as grantSuspendedAt',
      'oauth_grant.user_id as userId',
      'user_account.removed_at as userRemovedAt',
      'user_account.suspended_at as userSuspendedAt',
      'application.client_id as clientId',
      'application.name as applicationName',
      'application.kind as applicationKind',
      'application.personal as applicationPersonal',
      'application.mode as applicationMode',
      'application.extra_scopes as applicationExtraScopes',
      'application.extra_scopes_until as applicationExtraScopesUntil',
    ])
    .where('oauth_grant.tenant_id', '=', argument('tenantId'))
    .where('oauth_grant.grant_id', '=', argument('grantId')),
)

/** A grant with everything that decides what it allows, as it is now. */
export const grantFacts = async (reader: TenantReader, grantId: string): Promise<GrantFacts | undefined> =>
  (await factsById(reader, { tenantId: reader.tenantId, grantId })).rows[0]

/** Its grants in force, at every operator. */
export const grantsOfApplication = (tx: PlatformTx, clientId: string): Promise<GrantRow[]> =>
  tx.db
    .selectFrom('oauth_grant')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .orderBy('tenant_id')
    .orderBy('grant_id')
    .execute()

/** The tenants where an application is connected. */
export const tenantsConnectedTo = async (tx: PlatformTx, clientId: string): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('oauth_grant')
    .select('tenant_id')
    .distinct()
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .orderBy('tenant_id')
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

export interface PersonalGrant {
  readonly grantId: string
  readonly clientId: string
  readonly applicationName: string
  readonly scopes: string
  readonly changedAt: number
  readonly lastUsedAt: number | null
}

export const personalGrants = (reader: TenantReader, userId: string): Promise<PersonalGrant[]> =>
  reader.db
    .selectFrom('oauth_grant')
    .innerJoin('application', 'application.client_id', 'oauth_grant.client_id')
    .leftJoin('refresh_token', (join) =>
      join
        .onRef('refresh_token.tenant_id', '=', 'oauth_grant.tenant_id')
        .onRef('refresh_token.grant_id', '=', 'oauth_grant.grant_id'),
    )
    .select((eb) => [
      'oauth_grant.grant_id as grantId',
      'oauth_grant.client_id as clientId',
      'application.name as applicationName',
      'oauth_grant.scopes as scopes',
      'oauth_grant.changed_at as changedAt',
      eb.fn.max('refresh_token.last_used_at').as('lastUsedAt'),
    ])
    .where('oauth_grant.tenant_id', '=', reader.tenantId)
    .where('oauth_grant.user_id', '=', userId)
    .where('oauth_grant.ended_at', 'is', null)
    .groupBy([
      'oauth_grant.grant_id',
      'oauth_grant.client_id',
      'application.name',
      'oauth_grant.scopes',
      'oauth_grant.changed_at',
    ])
    .orderBy('oauth_grant.changed_at')
    .execute()
