/** Add-ons: applications that an operator connected, narrowed and disconnected by its administrators (access-model §9). */
import { Failure } from '../../domain/failure.ts'
import { mayWorkIn } from '../../domain/oauth/token-validity.ts'
import { commonScopes, holdsAll, isScope, joinScopes, scopeSet, splitScopes } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantReader } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import {
  connectedApplications,
  grantsInForce,
  isSeenHere,
  type ListedApplication,
  lockOperatorGrant,
  narrowGrantScopes,
  narrowRefreshTokens,
  unconnectedApplications,
  unconnectedInSandboxOf,
} from '../../storage/oauth/add-ons.ts'
import {
  type ApplicationLogo,
  applicationByClientId,
  applicationLogo,
  lockApplicationHere,
} from '../../storage/oauth/applications.ts'
import { removeUnusedCodes } from '../../storage/oauth/authorization-codes.ts'
import { endGrant, type GrantRow } from '../../storage/oauth/grants.ts'
import { offerAircraft, offeredTo } from '../../storage/oauth/offered-aircraft.ts'
import { bindContacts } from '../../storage/oauth/provider-contacts.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { endHolds } from '../operations/sales/empty-legs.ts'
import type { WorldAt } from '../world.ts'

/** One application with its grants: one of the operator, or one for each user. */
export interface AddOn {
  readonly application: ListedApplication
  /** The latest first; there is at least one. */
  readonly grants: readonly [GrantRow, ...GrantRow[]]
}

export const connectedAddOns = async (reader: TenantReader): Promise<AddOn[]> => {
  const [applications, grants] = await Promise.all([connectedApplications(reader), grantsInForce(reader)])
  const byClient = Map.groupBy(grants, ({ client_id }) => client_id)
  return applications.flatMap((application) => {
    const [latest, ...others] = byClient.get(application.client_id) ?? []
    return latest ? [{ application, grants: [latest, ...others] }] : []
  })
}

/**
 * In production only promoted applications; in an operator's test environment every registered one, and in a provider's
 * sandbox, which anybody gets who signs up, beside promoted ones its own alone (threats row 596).
 */
export const availableApplications = async (reader: TenantReader, tenant: Tenant): Promise<ListedApplication[]> => {
  if (tenant.sharesBudget) return unconnectedInSandboxOf(reader, tenant.operatorId)
  return (await unconnectedApplications(reader)).filter(({ mode }) => mayWorkIn(mode, tenant.environment))
}

/**
 * The logo as an operator's address shows it: in production of applications that may work there, and of those that are
 * connected or were asked for here. One that is being built is nobody else's business (threats row 64).
 */
export const logoShownAt = async (at: WorldAt<Tenant>, clientId: string): Promise<ApplicationLogo | undefined> => {
  const application = await applicationByClientId(at.platform, clientId)
  if (!application) return undefined
  const isShown = at.realm.environment === 'sandbox' || mayWorkIn(application.mode, at.realm.environment)
  return isShown || (await isSeenHere(at.read, clientId)) ? applicationLogo(at.platform, clientId) : undefined
}

export const notConnected = (): Failure =>
  new Failure('not_found', 'This application is not connected here', { details: { field: 'clientId' } })

/**
 * Ends every grant of the application at this tenant, and every consent whose code is not exchanged yet, the first one
 * too; all its tokens stop working at the commit. The application is locked first: a consent or an exchange that was
 * quicker has written its code or grant by then, and a later one sees that it is disconnected. For whom it acted and
 * what it offered is forgotten: who connects it again chooses anew, and sees all that is given.
 */
export const disconnectAddOn = async (
  at: WorldAt<Tenant>,
  clientId: string,
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    await lockApplicationHere(tx, clientId)
    const now = await tx.now()
    const open = (await removeUnusedCodes(tx, clientId, null)).filter(({ expires_at }) => expires_at > now)
    const ended: GrantRow[] = []
    for (const { grant_id, user_id } of await grantsInForce(tx, clientId)) {
      const grant = await endGrant(tx, grant_id, user_id, now)
      if (grant) ended.push(grant)
    }
    if (ended.length === 0 && open.length === 0) throw notConnected()
    await bindContacts(tx, clientId, [], now)
    await endHolds(tx, { buyer: clientId, aircraftIds: await offeredTo(tx, clientId) })
    await offerAircraft(tx, clientId, [], now)
    const people = ended.flatMap(({ user_id }) => user_id ?? [])
    const scopes = [...new Set([...ended, ...open].flatMap(({ scopes }) => splitScopes(scopes)))]
    const detail = { scopes, ...(people.length > 0 ? { people } : {}) }
    await recordAudit(at, tx, actor, {
      action: 'add-on.disconnected',
      subject: { kind: 'application', id: clientId },
      detail,
    })
    return clientId
  })
}

const checkedKeep = (granted: string, keep: readonly string[]): string => {
  const refuse = (description: string): never => {
    throw new Failure('invalid_scope', description, { details: { field: 'keepScopeList' } })
  }
  if (keep.length === 0) refuse('No scope would be left: disconnect the application instead')
  const unknown = keep.find((name) => !isScope(name))
  if (unknown !== undefined) refuse(`There is no scope "${unknown}"`)
  const kept = scopeSet(keep)
  if (!holdsAll(scopeSet(splitScopes(granted)), kept)) refuse('Only scopes that were granted can be kept')
  return joinScopes(kept)
}

/**
 * Permanently removes the scopes that are not kept: no earlier or later consent gives them back to existing tokens.
 * Personal grants can be changed only by their users.
 */
export const narrowAddOn = async (
  at: WorldAt<Tenant>,
  { clientId, keep }: { readonly clientId: string; readonly keep: readonly string[] },
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    const grant = await lockOperatorGrant(tx, clientId)
    if (!grant) throw notConnected()
    const scopes = checkedKeep(grant.scopes, keep)
    await narrowGrantScopes(tx, grant.grant_id, scopes, await tx.now())
    await narrowRefreshTokens(tx, grant.grant_id, (held) => commonScopes(held, scopes))
    const detail = { clientId, before: grant.scopes, after: scopes }
    await recordAudit(at, tx, actor, {
      action: 'grant.narrowed',
      subject: { kind: 'grant', id: grant.grant_id },
      detail,
    })
    return clientId
  })
}
