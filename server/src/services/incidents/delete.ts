/**
 * Deletes an operator or an application. What logs name stays as a row without its content, and the audit log stays
 * whole: whoever deletes is told how many entries there are.
 */
import { Failure } from '../../domain/failure.ts'
import {
  countAuditEntries,
  EMPTIED_TABLES,
  emptyStep,
  endAccessOf,
  markApplicationDeleted,
  markOperatorDeleted,
} from '../../storage/incidents/deletion.ts'
import { endIssuedBefore, endIssuedTo } from '../../storage/incidents/revocation.ts'
import { lockApplication } from '../../storage/oauth/applications.ts'
import { endGrant, grantsOfApplication } from '../../storage/oauth/grants.ts'
import { noteAllContentsOver } from '../../storage/operations/documents/contents-over.ts'
import { forgetSandbox } from '../../storage/providers/providers.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { refuseOfDeleted } from '../oauth/access-requests.ts'
import { moveLocked, tellOperators } from '../oauth/applications.ts'
import { requireOperator } from '../tenancy/operator-suspension.ts'
import type { World } from '../world.ts'

export interface DeletedOperator {
  readonly users: number
  readonly auditEntriesKept: number
}

/** Access ends and people are forgotten in one transaction, before any record goes. */
const endAt = (world: World, tenantId: string, event: Parameters<typeof recordAudit>[3], actor: Actor) =>
  world.storage.writeTenant(tenantId, async (tx) => {
    await endIssuedBefore(tx, null)
    const users = await endAccessOf(tx)
    await recordAudit(world, tx, actor, event)
    return { users, auditEntries: await countAuditEntries(tx) }
  })

/** Records go in steps of a transaction each. Where the command is broken off, the same command goes on. */
export const deleteOperator = async (
  world: World,
  operatorId: string,
  reason: string,
  actor: Actor,
): Promise<DeletedOperator> => {
  const { storage } = world
  const event = { action: 'operator.deleted', subject: { kind: 'operator', id: operatorId }, detail: { reason } }
  const tenantIds = await storage.writePlatform(async (tx) => {
    await requireOperator(tx, operatorId)
    const marked = await markOperatorDeleted(tx, operatorId, await tx.now())
    if (marked.length === 0) throw new Failure('invalid_request', `${operatorId} is open: suspend it first`)
    await forgetSandbox(tx, operatorId)
    await recordAudit(world, tx, actor, event)
    return marked
  })
  let [users, auditEntriesKept] = [0, 0]
  for (const tenantId of tenantIds) {
    const ended = await endAt(world, tenantId, event, actor)
    users += ended.users
    auditEntriesKept += ended.auditEntries
    await storage.writeTenant(tenantId, noteAllContentsOver)
    for (const table of EMPTIED_TABLES) {
      while (await storage.writeTenant(tenantId, (tx) => emptyStep(tx, table)));
    }
  }
  return { users, auditEntriesKept }
}

/** Disconnects it everywhere, ends its secrets, answers who asked for it, and takes it out of every list; each operator reads of it. */
export const deleteApplication = (
  world: World,
  clientId: string,
  reason: string,
  actor: Actor,
): Promise<{ readonly grants: number }> =>
  world.storage.writePlatform(async (tx) => {
    const application = await lockApplication(tx, clientId)
    if (!application) throw new Failure('not_found', `There is no application ${clientId}`)
    const subject = { kind: 'application', id: clientId }
    if (application.mode !== 'suspended') {
      await moveLocked(world, tx, application, { action: 'suspend', by: 'host', reason, actor })
    }
    await tellOperators(world, tx, { action: 'add-on.deleted', subject, detail: { reason } }, actor)
    await refuseOfDeleted(world, tx, application, actor)
    const now = await tx.now()
    await endIssuedTo(tx, clientId, null)
    const grants = await grantsOfApplication(tx, clientId)
    for (const grant of grants) await endGrant(tx.inTenant(grant.tenant_id), grant.grant_id, grant.user_id, now)
    await markApplicationDeleted(tx, clientId, now)
    await recordAudit(world, tx, actor, { action: 'application.deleted', subject, detail: { reason } })
    return { grants: grants.length }
  })
