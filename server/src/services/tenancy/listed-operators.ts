/**
 * Creates the operators of a list, each in one transaction: what is there already stays as it is, so that a file can be
 * carried out again, also after it was broken off. Whoever was removed from an operator is not invited anew.
 */

import { DEFAULT_RULES } from '../../domain/operations/operator-rules.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { ListedOperator, ListedPerson } from '../../domain/tenancy/operator-list.ts'
import type { Environment, Tenant } from '../../domain/tenancy/tenant.ts'
import { changedFields } from '../../domain/versioned.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../../storage/handles.ts'
import { accountsOfAddresses } from '../../storage/identity/users.ts'
import { operatorProfile, saveOperatorProfile } from '../../storage/tenancy/operator-profile.ts'
import { saveOperatorRules } from '../../storage/tenancy/operator-settings.ts'
import { findTenant, providerOf, tenantsOf } from '../../storage/tenancy/tenants.ts'
import { HOST } from '../audit-trail.ts'
import { inviteWithin } from '../identity/invitations.ts'
import { requireSecondStepWithin } from '../identity/recovery/helping.ts'
import type { World, WorldAt } from '../world.ts'
import { createOperatorWithin, setRecordLimitWithin } from './operators.ts'

interface Invited {
  readonly environment: Environment
  readonly person: ListedPerson
}

/** What carrying out one operator of the list does, or would do. */
export interface ListedOutcome {
  readonly operatorId: string
  readonly created: readonly Environment[]
  readonly invited: readonly Invited[]
  /** What was left alone that somebody may not expect, each with its line. */
  readonly notes: readonly { readonly line: number; readonly message: string }[]
}

type Note = ListedOutcome['notes'][number]

interface Reading {
  readonly platform: PlatformReader
  readonly inTenant: (tenantId: string) => TenantReader
}

const peopleLeft = async (
  reader: TenantReader,
  { operatorId, people }: ListedOperator,
  environment: Environment,
): Promise<{ missing: readonly ListedPerson[]; notes: readonly Note[] }> => {
  const addresses = people.map(({ email }) => email)
  const known = await accountsOfAddresses(reader, addresses)
  const isRemoved = (person: ListedPerson) => known.get(person.email) === 'removed'
  const message = (email: string) => `${email} was removed from ${operatorId} (${environment}) and is not invited anew`
  return {
    missing: people.filter(({ email }) => !known.has(email)),
    notes: people.filter(isRemoved).map(({ line, email }) => ({ line, message: message(email) })),
  }
}

/** Compares an operator of the list with the store. */
const outcomeFor = async ({ platform, inTenant }: Reading, operator: ListedOperator): Promise<ListedOutcome> => {
  const { operatorId, line, environments, people } = operator
  const tenants = new Map((await tenantsOf(platform, operatorId)).map((tenant) => [tenant.environment, tenant]))
  const created = environments.filter((environment) => !tenants.has(environment))
  const invited: Invited[] = created.flatMap((environment) => people.map((person) => ({ environment, person })))
  const notes: Note[] = []
  if (tenants.size === 0) return { operatorId, created, invited, notes }
  if ((await providerOf(platform, operatorId)) !== null) {
    const message = `${operatorId} is the sandbox of a provider and was left alone`
    return { operatorId, created: [], invited: [], notes: [{ line, message }] }
  }
  for (const environment of environments) {
    const tenant = tenants.get(environment)
    if (tenant === undefined) continue
    if (tenant.closedAt !== null) {
      const state = tenant.deletedAt === null ? 'suspended' : 'deleted'
      notes.push({ line, message: `${operatorId} (${environment}) is ${state} and was left alone` })
      continue
    }
    const left = await peopleLeft(inTenant(tenant.tenantId), operator, environment)
    notes.push(...left.notes)
    invited.push(...left.missing.map((person) => ({ environment, person })))
  }
  return { operatorId, created, invited, notes }
}

const applySettings = async (at: WorldAt<Tenant>, tx: TenantTx, operator: ListedOperator): Promise<void> => {
  const { rules, recordLimit, timezone, requiresSecondStep } = operator
  if (changedFields(DEFAULT_RULES, rules).length > 0) await saveOperatorRules(tx, rules, 1)
  if (recordLimit !== null) await setRecordLimitWithin(at, tx, recordLimit, HOST)
  if (requiresSecondStep) await requireSecondStepWithin(at, tx, true, HOST)
  if (timezone === null) return
  const { version: _, ...profile } = await operatorProfile(tx)
  await saveOperatorProfile(tx, { ...profile, timezone })
}

const carryOut = async (
  world: World,
  tx: PlatformTx,
  operator: ListedOperator,
  publicUrl: URL,
): Promise<ListedOutcome> => {
  const outcome = await outcomeFor({ platform: tx, inTenant: (tenantId) => tx.inTenant(tenantId) }, operator)
  const { operatorId, name } = operator
  const made =
    outcome.created.length === 0
      ? []
      : await createOperatorWithin(world, tx, { operatorId, name, environments: outcome.created }, HOST)
  for (const tenant of made) await applySettings(world.at(tenant), tx.inTenant(tenant.tenantId), operator)
  for (const { environment, person } of outcome.invited) {
    const tenant =
      made.find((each) => each.environment === environment) ?? (await findTenant(tx, operatorId, environment))
    if (tenant === undefined) continue
    const origin = originOf(publicUrl, operatorId, environment)
    const linkTo = (invitationId: string) => `${origin}/invitation/?invitation=${invitationId}`
    await inviteWithin(world.at(tenant), tx.inTenant(tenant.tenantId), person, { by: null, actor: HOST, linkTo })
  }
  return outcome
}

export const createListed = (world: World, operator: ListedOperator, publicUrl: URL): Promise<ListedOutcome> =>
  world.storage.writePlatform((tx) => carryOut(world, tx, operator, publicUrl))

/** What `createListed` would do. */
export const wouldCreateListed = (world: World, operator: ListedOperator): Promise<ListedOutcome> =>
  outcomeFor({ platform: world.storage.platform, inTenant: (tenantId) => world.storage.tenant(tenantId) }, operator)
