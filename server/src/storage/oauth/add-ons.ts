/** Applications as an operator sees them: connected, or available to connect. */

import type { PlatformReader, TenantReader, TenantTx } from '../handles.ts'
import type { ApplicationRow } from './applications.ts'
import type { GrantRow } from './grants.ts'

export type ListedApplication = Pick<
  ApplicationRow,
  | 'client_id'
  | 'name'
  | 'kind'
  | 'personal'
  | 'description'
  | 'website'
  | 'connect_url'
  | 'mode'
  | 'extra_scopes'
  | 'extra_scopes_until'
> & { readonly has_logo: number; readonly provider_name: string }

const listed = (reader: TenantReader) =>
  reader.db
    .selectFrom('application')
    .leftJoin('application_logo', 'application_logo.client_id', 'application.client_id')
    .leftJoin('provider', 'provider.provider_id', 'application.provider_id')
    .select((eb) => [
      'application.client_id',
      'application.name',
      'application.kind',
      'application.personal',
      'application.description',
      'application.website',
      'application.connect_url',
      'application.mode',
      'application.extra_scopes',
      'application.extra_scopes_until',
      eb.case().when('application_logo.client_id', 'is', null).then(0).else(1).end().as('has_logo'),
      eb.fn.coalesce('provider.name', 'application.contact').as('provider_name'),
    ])
    .orderBy('application.name')
    .orderBy('application.client_id')

const activeGrants = (reader: TenantReader) =>
  reader.db
    .selectFrom('oauth_grant')
    .where('oauth_grant.tenant_id', '=', reader.tenantId)
    .where('oauth_grant.ended_at', 'is', null)

export const connectedApplications = (reader: TenantReader): Promise<ListedApplication[]> =>
  listed(reader).where('application.client_id', 'in', activeGrants(reader).select('oauth_grant.client_id')).execute()

const unconnected = (reader: TenantReader) =>
  listed(reader)
    .where('application.client_id', 'not in', activeGrants(reader).select('oauth_grant.client_id'))
    .where('application.mode', '!=', 'suspended')

export const unconnectedApplications = (reader: TenantReader): Promise<ListedApplication[]> =>
  unconnected(reader).execute()

/** What others are building is nobody's business: of applications that are not released, the sandbox's own. */
export const unconnectedInSandboxOf = (reader: TenantReader, operatorId: string): Promise<ListedApplication[]> =>
  unconnected(reader)
    .where((eb) =>
      eb.or([
        eb('application.mode', '=', 'production'),
        eb(
          'application.provider_id',
          '=',
          eb.selectFrom('operator').select('operator.provider_id').where('operator.operator_id', '=', operatorId),
        ),
      ]),
    )
    .execute()

/** Every grant in force, the latest first. */
export const grantsInForce = (reader: TenantReader, clientId: string | null = null): Promise<GrantRow[]> =>
  activeGrants(reader)
    .selectAll()
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId ?? ''))
    .orderBy('changed_at', 'desc')
    .orderBy('grant_id')
    .execute()

/** Locks the operator's grant for this application, if there is one. */
export const lockOperatorGrant = (tx: TenantTx, clientId: string): Promise<GrantRow | undefined> =>
  activeGrants(tx)
    .selectAll()
    .where('client_id', '=', clientId)
    .where('user_id', 'is', null)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/** Narrows a grant that the caller has locked. A consent given before `at` no longer changes it. */
export const narrowGrantScopes = async (tx: TenantTx, grantId: string, scopes: string, at: number): Promise<void> => {
  await tx.db
    .updateTable('oauth_grant')
    .set({ scopes, decided_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('grant_id', '=', grantId)
    .execute()
  tx.changeValidity()
}

/** A consent given before `at` no longer changes the grant, nor what was chosen with it; the caller has locked it. */
export const decideGrantAnew = async (tx: TenantTx, grantId: string, at: number): Promise<void> => {
  await tx.db
    .updateTable('oauth_grant')
    .set({ decided_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('grant_id', '=', grantId)
    .execute()
}

/** Removes scopes from a grant's refresh tokens permanently: a later consent gives them only to its own token. */
export const narrowRefreshTokens = async (
  tx: TenantTx,
  grantId: string,
  narrowed: (scopes: string) => string,
): Promise<void> => {
  const grants = tx.db.selectFrom('refresh_token').where('tenant_id', '=', tx.tenantId).where('grant_id', '=', grantId)
  const held = await grants.select('scopes').distinct().where('revoked_at', 'is', null).execute()
  for (const { scopes } of held) {
    await tx.db
      .updateTable('refresh_token')
      .set({ scopes: narrowed(scopes) })
      .where('tenant_id', '=', tx.tenantId)
      .where('grant_id', '=', grantId)
      .where('scopes', '=', scopes)
      .execute()
  }
}

export const namesOfApplications = async (
  reader: TenantReader,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await reader.db
    .selectFrom('application')
    .select(['client_id', 'name'])
    .where('client_id', 'in', clientIds)
    .execute()
  return new Map(rows.map(({ client_id, name }) => [client_id, name]))
}

/** Which of these applications have a logo. */
export const applicationsWithLogo = async (
  reader: TenantReader,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, true>> => {
  const rows = await reader.db
    .selectFrom('application_logo')
    .select('client_id')
    .where('client_id', 'in', clientIds)
    .execute()
  return new Map(rows.map(({ client_id }) => [client_id, true]))
}

/** Whether users of this tenant see the application whatever its mode: it is connected here, or somebody asked for it. */
export const isSeenHere = async (reader: TenantReader, clientId: string): Promise<boolean> => {
  const granted = await activeGrants(reader).select('client_id').where('client_id', '=', clientId).executeTakeFirst()
  if (granted) return true
  const asked = await reader.db
    .selectFrom('access_request')
    .select('client_id')
    .where('tenant_id', '=', reader.tenantId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return asked !== undefined
}

/** The client id of the application with this name and website. */
export const applicationNamed = async (
  reader: PlatformReader,
  name: string,
  website: string,
): Promise<string | undefined> => {
  const row = await reader.db
    .selectFrom('application')
    .select('client_id')
    .where('name', '=', name)
    .where('website', '=', website)
    .executeTakeFirst()
  return row?.client_id
}
