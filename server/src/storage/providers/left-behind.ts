/**
 * What of a provider's goes on after the member left who made it (ADR 257): webhooks whose address they chose or whose
 * secret they made, and client secrets that they saw.
 */
import { sql } from 'kysely'
import { DEVELOPERS_REALM_ID } from '../../domain/identity/realm.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import type { PlatformReader } from '../handles.ts'
import { nameOf } from '../identity/users.ts'

/** Of one member, whether or not they left, or of all who left after a moment. */
export interface MakersSpan {
  readonly providerId: string
  readonly maker: { readonly userId: string } | { readonly leftAfter: number }
  readonly most: number
}

interface Behind {
  readonly clientId: string
  readonly applicationName: string
  readonly makerName: string
  readonly leftAt: number | null
}

export interface WebhookBehind extends Behind {
  readonly webhookId: string
  readonly environment: Environment
  readonly host: string
}

export interface SecretBehind extends Behind {
  readonly hash: string
  readonly lastFour: string
}

const makers = (reader: PlatformReader, { providerId, maker, most }: MakersSpan) =>
  reader.db
    .selectFrom('application')
    .innerJoin('provider_member', 'provider_member.provider_id', 'application.provider_id')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'provider_member.tenant_id')
        .onRef('user_account.user_id', '=', 'provider_member.user_id'),
    )
    .select(['application.client_id as clientId', 'application.name as applicationName'])
    .select(['user_account.name', 'user_account.surname', 'user_account.removed_at as leftAt'])
    .where('application.provider_id', '=', providerId)
    .where('application.deleted_at', 'is', null)
    .where('provider_member.tenant_id', '=', DEVELOPERS_REALM_ID)
    .where((eb) =>
      'userId' in maker
        ? eb('user_account.user_id', '=', maker.userId)
        : eb('user_account.removed_at', '>', maker.leftAfter),
    )
    .orderBy('user_account.removed_at', 'desc')
    .limit(most)

export const webhooksBehind = async (reader: PlatformReader, span: MakersSpan): Promise<WebhookBehind[]> => {
  const rows = await makers(reader, span)
    .innerJoin('application_webhook as w', 'w.client_id', 'application.client_id')
    .select(['w.application_webhook_id as webhookId', 'w.environment', 'w.url'])
    .where(
      sql<boolean>`user_account.user_id in (coalesce(w.url_by, w.created_by), coalesce(w.secret_by, w.created_by))`,
    )
    .orderBy('w.created_at')
    .orderBy('w.application_webhook_id')
    .execute()
  return rows.map(({ name, surname, url, ...row }) => ({
    ...row,
    makerName: nameOf({ name, surname }),
    host: new URL(url).host,
  }))
}

/** Those that work. */
export const secretsBehind = async (
  reader: PlatformReader,
  { now, ...span }: MakersSpan & { readonly now: number },
): Promise<SecretBehind[]> => {
  const rows = await makers(reader, span)
    .innerJoin('application_secret as s', (join) =>
      join.onRef('s.client_id', '=', 'application.client_id').onRef('s.made_by', '=', 'user_account.user_id'),
    )
    .select(['s.hash', 's.last_four as lastFour'])
    .where('s.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('s.expires_at', 'is', null), eb('s.expires_at', '>', now)]))
    .orderBy('s.created_at')
    .orderBy('s.hash')
    .execute()
  return rows.map(({ name, surname, ...row }) => ({ ...row, makerName: nameOf({ name, surname }) }))
}
