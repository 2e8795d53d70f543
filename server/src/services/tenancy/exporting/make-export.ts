/**
 * Makes the exports that were asked for, while their operators are served: a background job, because it takes minutes
 * where an operator is large (ADR 177). Who asked is read again before it begins and in the transaction that ends it. A
 * try that fails, or whose process dies, is followed by another, and holds up no other operator.
 */
import { addSeconds } from '../../../domain/clock.ts'
import { EXPORT_SECONDS, MAX_EXPORT_BYTES } from '../../../domain/limits.ts'
import { originOf } from '../../../domain/tenancy/address.ts'
import type { ExportFile } from '../../../domain/tenancy/asked-export.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import type { PlatformReader, PlatformTx, TenantTx } from '../../../storage/handles.ts'
import { canSignIn, isAdmin, lockUser } from '../../../storage/identity/users.ts'
import {
  type AskedExport,
  dueExport,
  noteExport,
  noteExportTry,
  removeExport,
} from '../../../storage/tenancy/carrying/asked-exports.ts'
import { tenantById } from '../../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { momentOf } from '../../identity/messages.ts'
import type { World, WorldAt } from '../../world.ts'
import { writeOperator } from '../carrying/export-operator.ts'
import { ExportFiles, TooLarge, TRY_SECONDS, TryOver } from './export-files.ts'
import { mailAdministrators } from './export-mails.ts'

/** How often each process looks; it writes only where something is due. */
export const EXPORTS_MS = 2_000
const LONGEST_PAUSE_SECONDS = 3_600

const BY_ITSELF: Actor = { kind: 'system', id: null, address: null, requestId: null }

export const isExportDue = async (reader: PlatformReader): Promise<boolean> => (await dueExport(reader)) !== undefined

export interface ExportMaker {
  readonly world: World
  readonly publicUrl: URL
  /** The release that the file names. */
  readonly release: string
}

/** The next try is written down first: whoever dies meanwhile is followed. */
const beginExport = async (tx: PlatformTx): Promise<AskedExport | undefined> => {
  const due = await dueExport(tx)
  if (!due) return undefined
  const pause = Math.min(TRY_SECONDS * 2 ** due.tries, LONGEST_PAUSE_SECONDS)
  return noteExportTry(tx, due, addSeconds(await tx.now(), pause))
}

const mayStillAsk = async (tx: TenantTx, { asked_by }: AskedExport): Promise<boolean> => {
  const user = await lockUser(tx, asked_by)
  return (
    user !== undefined && isAdmin(user) && canSignIn(user) && (await tenantById(tx.platform, tx.tenantId)) !== undefined
  )
}

/** Whoever asked is no administrator any more, or the operator is suspended: nothing is left of it. */
const endExport = async (at: WorldAt<Tenant>, tx: TenantTx, { export_id }: AskedExport): Promise<void> => {
  await removeExport(tx, export_id)
  const subject = { kind: 'operator', id: at.realm.operatorId }
  await recordAudit(at, tx, BY_ITSELF, { action: 'operator.export-ended', subject, detail: { exportId: export_id } })
}

/** Makes the one that has waited longest; false where none is due. */
export const makeDueExport = async ({ world, publicUrl, release }: ExportMaker): Promise<boolean> => {
  const begun = await world.storage.writePlatform(beginExport)
  if (!begun) return false
  const tenant = await tenantById(world.storage.platform, begun.tenant_id)
  if (!tenant) {
    await world.storage.writePlatform((tx) => removeExport(tx.inTenant(begun.tenant_id), begun.export_id))
    return true
  }
  const at = world.at(tenant)
  const isWanted = await at.write(async (tx) => {
    const may = await mayStillAsk(tx, begun)
    if (!may) await endExport(at, tx, begun)
    return may
  })
  if (!isWanted) return true
  const files = new ExportFiles(at, begun)
  try {
    const wish = { withCredentials: false, release, contents: at.contents }
    await at.snapshot((reader) => writeOperator(reader, tenant, wish, files))
    const origin = originOf(publicUrl, tenant.operatorId, tenant.environment)
    await finishExport(at, begun, { files: await files.end(), rows: files.rows, origin })
  } catch (error) {
    files.giveUp()
    if (error instanceof TooLarge) await at.write((tx) => refuseExport(at, tx, begun))
    else if (!(error instanceof TryOver)) throw error
  }
  return true
}

interface MadeExport {
  readonly files: readonly ExportFile[]
  readonly rows: number
  readonly origin: string
}

const finishExport = (at: WorldAt<Tenant>, begun: AskedExport, { files, rows, origin }: MadeExport): Promise<void> =>
  at.write(async (tx) => {
    if (!(await mayStillAsk(tx, begun))) return endExport(at, tx, begun)
    const now = await tx.realNow()
    const expiresAt = addSeconds(now, EXPORT_SECONDS)
    const made = { row_count: rows, made_at: now, expires_at: expiresAt, file_list: JSON.stringify(files) }
    if (!(await noteExport(tx, begun, made))) return
    const bytes = files.reduce((sum, { byteCount }) => sum + byteCount, 0)
    await recordAudit(at, tx, BY_ITSELF, {
      action: 'operator.export-made',
      subject: { kind: 'operator', id: at.realm.operatorId },
      detail: { exportId: begun.export_id, rows, bytes },
    })
    await mailAdministrators(at, tx, {
      title: 'an export is ready',
      lines: [`Its files can be taken until ${momentOf(expiresAt)} by an administrator who is signed in.`],
      seconds: EXPORT_SECONDS,
      origin,
    })
  })

const refuseExport = async (at: WorldAt<Tenant>, tx: TenantTx, begun: AskedExport): Promise<void> => {
  if (!(await noteExport(tx, begun, { problem: 'TOO_LARGE' }))) return
  await recordAudit(at, tx, BY_ITSELF, {
    action: 'operator.export-too-large',
    subject: { kind: 'operator', id: at.realm.operatorId },
    detail: { exportId: begun.export_id, mostBytes: MAX_EXPORT_BYTES },
  })
}
