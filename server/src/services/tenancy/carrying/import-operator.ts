/**
 * Brings an operator out of a file into this store: all of it or nothing, with the ids of everything but the tenant
 * (ADR 102). The file is read twice: once to find what is wrong with it before anything is locked, once to write.
 */
import { Failure } from '../../../domain/failure.ts'
import type { OperatorFileEnd, OperatorFileHead } from '../../../domain/tenancy/operator-file.ts'
import { type Environment, operatorIdProblem } from '../../../domain/tenancy/tenant.ts'
import { tenantArea } from '../../../domain/validity-area.ts'
import type { PlatformReader, PlatformTx } from '../../../storage/handles.ts'
import { alignBuyers } from '../../../storage/operations/flights/buyers.ts'
import {
  carriedShapes,
  countRecords,
  firstFilledTable,
  insertCarried,
  lockFeedHead,
  registeredAmong,
} from '../../../storage/tenancy/carrying/carried-rows.ts'
import { carriedAs } from '../../../storage/tenancy/carrying/carried-tables.ts'
import type { TableShape } from '../../../storage/tenancy/carrying/table-shapes.ts'
import {
  insertOperator,
  insertTenant,
  setCreatedAt,
  setSecondStepRequired,
  setTenantName,
  tenantsOf,
} from '../../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { withOwnSystems } from '../../operations/ids-of-before.ts'
import { newId, type World } from '../../world.ts'
import { checkedOperatorName } from '../operators.ts'
import { checkedValues } from './checked-values.ts'
import type { FileBytes } from './file-lines.ts'
import { type ReadRow, readOperatorFile } from './read-operator-file.ts'
import { RowBatches } from './row-batches.ts'

export interface ImportWish {
  /** Another id than the file's; null for the same. */
  readonly operatorId: string | null
  /** Another environment than the file's; null for the same. */
  readonly environment: Environment | null
  /** Takes hashes of passwords and keys where the file has them. */
  readonly withCredentials: boolean
  readonly isDryRun: boolean
  readonly actor: Actor
  readonly progress: (rows: number) => void
}

export interface LeftOutRow {
  readonly table: string
  readonly id: string
  readonly because: string
}

export interface ImportedOperator {
  readonly operatorId: string
  readonly environment: Environment
  readonly from: OperatorFileHead
  readonly sums: OperatorFileEnd
  readonly leftOut: readonly LeftOutRow[]
  readonly isDryRun: boolean
}

interface Target {
  readonly operatorId: string
  readonly environment: Environment
  readonly isSameAddress: boolean
  readonly takesCredentials: boolean
}

const targetOf = (head: OperatorFileHead, wish: ImportWish): Target => {
  const operatorId = wish.operatorId ?? head.operatorId
  const environment = wish.environment ?? head.environment
  const problem = operatorIdProblem(operatorId)
  if (problem !== null) throw new Failure('invalid_request', problem)
  checkedOperatorName(head.name)
  if (wish.withCredentials && !head.withCredentials) {
    throw new Failure('invalid_request', 'The file has no credentials: it was written without --with-credentials')
  }
  const isSameAddress = operatorId === head.operatorId && environment === head.environment
  return { operatorId, environment, isSameAddress, takesCredentials: wish.withCredentials }
}

const OTHER_ADDRESS = 'it was given for another address'
const NO_APPLICATION = 'its application is not registered here'

/** Why a row stays out; null where it goes in. */
const reasonAgainst = ({ table, row }: ReadRow, target: Target, registered: ReadonlySet<string>): string | null => {
  const carried = carriedAs(table)
  if (carried?.ofThisAddress && !target.isSameAddress) return OTHER_ADDRESS
  if (carried?.onlyWithCredentials !== undefined && !target.takesCredentials) return 'credentials were not asked for'
  return carried?.ofThisAddress && typeof row.client_id === 'string' && !registered.has(row.client_id)
    ? NO_APPLICATION
    : null
}

const idOf = ({ row }: ReadRow, { key }: TableShape): string => key.map((name) => String(row[name])).join(' ')

/** What the file would become, without writing. */
const look = async (world: World, bytes: FileBytes, wish: ImportWish) => {
  const shapes = await carriedShapes(world.storage.platform)
  const clientIds = new Set<string>()
  const { head, end } = await readOperatorFile(bytes, shapes, (read, from) => {
    checkedValues(read, targetOf(from, wish))
    const { client_id } = read.row
    if (carriedAs(read.table)?.ofThisAddress && typeof client_id === 'string') clientIds.add(client_id)
  })
  return { head, end, clientIds: [...clientIds] }
}

const place = ({ operatorId, environment }: Target): string => `${operatorId} (${environment})`

/** The tenant that is there already; refused where it is not empty. */
const requireFree = async (reader: PlatformReader, target: Target): Promise<string | null> => {
  const tenants = await tenantsOf(reader, target.operatorId)
  const there = tenants.find(({ environment }) => environment === target.environment)
  if (!there) return null
  const state = there.deletedAt !== null ? 'was deleted' : there.closedAt !== null ? 'is suspended' : null
  if (state === null) return there.tenantId
  throw new Failure('invalid_request', `${place(target)} ${state}: name another id with --operator`)
}

/** A new tenant, or the empty one that is there. */
const tenantFor = async (world: World, tx: PlatformTx, target: Target, name: string): Promise<string> => {
  const there = await requireFree(tx, target)
  if (there !== null) return there
  const tenantId = newId(world, 'ten')
  await insertOperator(tx, target.operatorId, name)
  if (await insertTenant(tx, { tenantId, ...target })) return tenantId
  throw new Failure('invalid_request', `${place(target)} was created at this moment: look at it first`)
}

const write = async (
  world: World,
  tx: PlatformTx,
  bytes: FileBytes,
  { wish, looked }: { readonly wish: ImportWish; readonly looked: Awaited<ReturnType<typeof look>> },
): Promise<ImportedOperator> => {
  const target = targetOf(looked.head, wish)
  const tenantId = await tenantFor(world, tx, target, looked.head.name)
  const tenant = tx.inTenant(tenantId)
  const shapes = await carriedShapes(tx)
  await lockFeedHead(tenant)
  const filled = await firstFilledTable(tenant, shapes)
  if (filled !== null) {
    throw new Failure('invalid_request', `${place(target)} is not empty (${filled}): name another id with --operator`)
  }
  const byName = new Map(shapes.map((shape) => [shape.table, shape]))
  const registered = await registeredAmong(tx, looked.clientIds)
  const leftOut: LeftOutRow[] = []
  const batches = new RowBatches((table, rows) => insertCarried(tenant, table, rows), wish.progress)
  const { head, end } = await withOwnSystems(tenant, world, async () => {
    const read = await readOperatorFile(bytes, shapes, (each) => {
      const because = reasonAgainst(each, target, registered)
      if (because === null) return batches.add({ ...each, row: checkedValues(each, target) })
      leftOut.push({ table: each.table, id: idOf(each, byName.get(each.table) as TableShape), because })
    })
    await batches.flush()
    return read
  })
  if (end.sha256 !== looked.end.sha256) throw new Failure('invalid_request', 'The file changed while it was read')
  await alignBuyers(tenant)
  await countRecords(tenant)
  await setTenantName(tenant, head.name)
  await setCreatedAt(tenant, head.createdAt)
  await setSecondStepRequired(tenant, head.requiresSecondStep)
  await recordAudit(world, tenant, wish.actor, {
    action: 'operator.imported',
    subject: { kind: 'operator', id: target.operatorId },
    detail: { from: head.operatorId, fromEnvironment: head.environment, takenAt: head.takenAt, sha256: end.sha256 },
  })
  tx.changeValidity(tenantArea(tenantId))
  return { ...target, from: head, sums: end, leftOut, isDryRun: false }
}

export const importOperator = async (world: World, bytes: FileBytes, wish: ImportWish): Promise<ImportedOperator> => {
  const looked = await look(world, bytes, wish)
  await requireFree(world.storage.platform, targetOf(looked.head, wish))
  const job = (tx: PlatformTx) => write(world, tx, bytes, { wish, looked })
  return wish.isDryRun ? tried(world, job) : world.storage.writePlatform(job)
}

/** Thrown to take everything back. */
class DryRun extends Error {
  readonly imported: ImportedOperator
  constructor(imported: ImportedOperator) {
    super('A dry run')
    this.imported = imported
  }
}

/** Does everything, and takes it back: a dry run that only reads would not know what the store refuses. */
const tried = async (world: World, job: (tx: PlatformTx) => Promise<ImportedOperator>): Promise<ImportedOperator> => {
  try {
    return await world.storage.writePlatform(async (tx) => {
      throw new DryRun(await job(tx))
    })
  } catch (error) {
    if (error instanceof DryRun) return { ...error.imported, isDryRun: true }
    throw error
  }
}
