/**
 * How long audit logs are kept: the number stands in the store, where its triggers read it, and is set with the role
 * that owns the tables, by `migrate`. A server only says so where its setting differs (ADR 73).
 */
import { auditKeepDays, setAuditKeepDays } from '../storage/retention/removal.ts'
import { HOST, recordAudit } from './audit-trail.ts'
import type { World } from './world.ts'

/** What the store held before; null where it held the same. */
export const keepAuditFor = (world: World, days: number): Promise<{ readonly before: number | null } | null> =>
  world.storage.writePlatform(async (tx) => {
    const before = await auditKeepDays(tx)
    if (before === days) return null
    await setAuditKeepDays(tx, days)
    await recordAudit(world, tx, HOST, {
      action: 'platform.audit-retention-changed',
      subject: { kind: 'platform', id: 'audit' },
      detail: { before, after: days },
    })
    return { before }
  })
