/** Opens reports as they were written: who did is written down first, with each of them (data §11.2). */
import type { SafetyOriginal } from '../../../domain/operations/safety/safety-original.ts'
import { originalsOf } from '../../../storage/operations/safety/safety-originals.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import type { WorldAt } from '../../world.ts'

export const openOriginals = (
  at: WorldAt,
  actor: Actor,
  safetyReportIds: readonly string[],
): Promise<ReadonlyMap<string, SafetyOriginal>> =>
  at.write(async (tx) => {
    for (const id of safetyReportIds) {
      await recordAudit(at, tx, actor, {
        action: 'safety-report.original-opened',
        subject: { kind: 'safety-report', id },
      })
    }
    return originalsOf(tx, safetyReportIds)
  })
