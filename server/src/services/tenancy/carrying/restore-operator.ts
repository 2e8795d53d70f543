/**
 * Restores one operator out of a backup, beside the living others (ADR 103): its records and settings are the backup's,
 * access and logs are those of today, so that what was revoked since stays revoked (threats row 55).
 */
import { Failure } from '../../../domain/failure.ts'
import { MAX_CHANGES_KEPT } from '../../../domain/limits.ts'
import type { OperatorFileHead } from '../../../domain/tenancy/operator-file.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { forgetIdempotencyKeys } from '../../../storage/idempotency.ts'
import { alignBuyers } from '../../../storage/operations/flights/buyers.ts'
import {
  carriedShapes,
  countRecords,
  emptyCarried,
  insertCarried,
  isEmptyTable,
  lockFeedHead,
  passFeedHead,
} from '../../../storage/tenancy/carrying/carried-rows.ts'
import { carriedAs } from '../../../storage/tenancy/carrying/carried-tables.ts'
import { reviveUser } from '../../../storage/tenancy/carrying/revived-users.ts'
import type { TableShape } from '../../../storage/tenancy/carrying/table-shapes.ts'
import { clearDeleted, deletedAtOf } from '../../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { withOwnSystems } from '../../operations/ids-of-before.ts'
import type { WorldAt } from '../../world.ts'
import { checkedValues } from './checked-values.ts'
import type { FileBytes } from './file-lines.ts'
import { type ReadRow, readOperatorFile } from './read-operator-file.ts'
import { RowBatches } from './row-batches.ts'

export interface RestoreWish {
  readonly reason: string
  readonly actor: Actor
  readonly progress: (rows: number) => void
}

export interface RestoredOperator {
  /** How many rows each table got from the backup. */
  readonly tables: Readonly<Record<string, number>>
  /** It was deleted, and is suspended now. */
  readonly wasDeleted: boolean
}

const requireSame = (head: OperatorFileHead, { operatorId, environment }: Tenant): void => {
  if (head.operatorId === operatorId && head.environment === environment) return
  throw new Failure(
    'invalid_request',
    `The backup is of ${head.operatorId} (${head.environment}), not of ${operatorId} (${environment})`,
  )
}

/** Empties what the backup fills again; returns the tables that it fills. */
const makeRoom = async (tx: TenantTx, shapes: readonly TableShape[]): Promise<ReadonlySet<string>> => {
  const filled = new Set<string>()
  for (const shape of shapes.toReversed()) {
    const { atRestore } = carriedAs(shape.table) ?? {}
    if (atRestore === 'kept') continue
    if (atRestore === 'filled' && !(await isEmptyTable(tx, shape.table))) continue
    await emptyCarried(tx, shape)
    if (atRestore !== 'cleared') filled.add(shape.table)
  }
  return filled
}

/**
 * Files that were only waiting when the backup was made: what waited for them is that of today, and so are they. Files of
 * older releases have those of drafts too.
 */
class WaitingFiles {
  readonly #ids = new Set<unknown>()

  has({ table, row }: ReadRow): boolean {
    if (table === 'document_file' && (row.expires_at ?? null) !== null) this.#ids.add(row.file_id)
    return (table === 'document_file' || table === 'document_piece') && this.#ids.has(row.file_id)
  }
}

const fill = async (
  tx: TenantTx,
  bytes: FileBytes,
  {
    shapes,
    deletedAt,
    progress,
  }: {
    readonly shapes: readonly TableShape[]
    readonly deletedAt: number | null
    readonly progress: (rows: number) => void
  },
) => {
  const filled = await makeRoom(tx, shapes)
  const waiting = new WaitingFiles()
  const tables: Record<string, number> = {}
  const batches = new RowBatches((table, rows) => insertCarried(tx, table, rows), progress)
  const visit = (read: ReadRow): void | Promise<void> => {
    const row = checkedValues(read, { takesCredentials: true })
    if (read.table === 'user_account' && deletedAt !== null) return reviveUser(tx, read.row, deletedAt)
    if (!filled.has(read.table) || waiting.has(read)) return
    tables[read.table] = (tables[read.table] ?? 0) + 1
    return batches.add({ ...read, row })
  }
  await readOperatorFile(bytes, shapes, visit)
  await batches.flush()
  return tables
}

export const restoreOperator = async (
  at: WorldAt<Tenant>,
  bytes: FileBytes,
  { reason, actor, progress }: RestoreWish,
): Promise<RestoredOperator> => {
  const shapes = await carriedShapes(at.platform)
  const looked = await readOperatorFile(bytes, shapes, (read) => void checkedValues(read, { takesCredentials: true }))
  requireSame(looked.head, at.realm)
  return at.write(async (tx) => {
    const deletedAt = await deletedAtOf(tx)
    await lockFeedHead(tx)
    const tables = await withOwnSystems(tx, at, () => fill(tx, bytes, { shapes, deletedAt, progress }))
    await alignBuyers(tx)
    await forgetIdempotencyKeys(tx)
    await passFeedHead(tx, MAX_CHANGES_KEPT + 1)
    await countRecords(tx)
    if (deletedAt !== null) await clearDeleted(tx)
    const subject = { kind: 'operator', id: at.realm.operatorId }
    await recordAudit(at, tx, actor, {
      action: 'operator.restored',
      subject,
      detail: { reason },
    })
    tx.changeValidity()
    return { tables, wasDeleted: deletedAt !== null }
  })
}
