/** The last export as the console shows it. */
import { addSeconds } from '../../../domain/clock.ts'
import { EXPORT_SECONDS } from '../../../domain/limits.ts'
import type { ExportFile, ExportState } from '../../../domain/tenancy/asked-export.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { exportOf, filesOf } from '../../../storage/tenancy/carrying/asked-exports.ts'
import type { WorldAt } from '../../world.ts'

export interface ShownExport {
  readonly exportId: string
  readonly state: ExportState
  readonly askedBy: string
  readonly askedAt: number
  readonly rowCount: number
  readonly madeAt: number | null
  readonly expiresAt: number | null
  /** From when on another one can be asked for. */
  readonly nextAt: number
  readonly files: readonly ExportFile[]
}

/** Null where none was asked for, or its day is over. */
export const shownExport = async (at: WorldAt<Tenant>): Promise<ShownExport | null> => {
  const asked = await exportOf(at.read)
  if (!asked) return null
  const nextAt = addSeconds(asked.asked_at, EXPORT_SECONDS)
  if ((asked.expires_at ?? nextAt) <= at.realNow()) return null
  return {
    exportId: asked.export_id,
    state: asked.problem ?? (asked.made_at === null ? 'WAITING' : 'MADE'),
    askedBy: asked.asked_by,
    askedAt: asked.asked_at,
    rowCount: asked.row_count,
    madeAt: asked.made_at,
    expiresAt: asked.expires_at,
    nextAt,
    files: filesOf(asked),
  }
}
