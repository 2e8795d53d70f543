/**
 * Writes an operator as a file, as it is at one moment, while it is served (ADR 102). A page of rows is in memory at a
 * time, and whoever takes the text says when to go on.
 */
import {
  OPERATOR_FILE_FORMAT,
  type OperatorFileEnd,
  type OperatorFileHead,
} from '../../../domain/tenancy/operator-file.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import type { Contents } from '../../../storage/contents/contents.ts'
import type { TenantReader } from '../../../storage/handles.ts'
import { PIECES, pagesOfContents } from '../../../storage/tenancy/carrying/carried-contents.ts'
import { type CarriedRow, carriedShapes, pagesOf } from '../../../storage/tenancy/carrying/carried-rows.ts'
import type { TableShape } from '../../../storage/tenancy/carrying/table-shapes.ts'
import { createdAtOf } from '../../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import type { WorldAt } from '../../world.ts'
import { FileSums } from './file-sums.ts'

export interface ExportWish {
  readonly withCredentials: boolean
  /** The release that writes. */
  readonly release: string
  /** Where the bytes lie that are not rows. */
  readonly contents: Contents
}

/** Whom the first line names. */
export type CarriedTenant = Pick<Tenant, 'operatorId' | 'environment' | 'name' | 'requiresSecondStep'>

export interface TextSink {
  /** Resolves once more can be taken. */
  readonly write: (text: string) => Promise<void>
  readonly progress: (rows: number) => void
  /** The rows that were written last, for whoever writes them in another form too. */
  readonly page?: (shape: TableShape, rows: readonly CarriedRow[]) => Promise<void>
}

const headOf = (
  tenant: CarriedTenant,
  { withCredentials, release }: Pick<ExportWish, 'withCredentials' | 'release'>,
  { createdAt, takenAt }: { readonly createdAt: number; readonly takenAt: number },
): OperatorFileHead => ({
  airside: 'operator',
  format: OPERATOR_FILE_FORMAT,
  release,
  operatorId: tenant.operatorId,
  environment: tenant.environment,
  name: tenant.name,
  requiresSecondStep: tenant.requiresSecondStep,
  createdAt,
  takenAt: new Date(takenAt).toISOString(),
  withCredentials,
})

/** The rows of a table; behind the pieces of files that lie in rows come those of files that lie beside the store. */
async function* allPages(
  reader: TenantReader,
  shape: TableShape,
  shapes: readonly TableShape[],
  wish: ExportWish,
): AsyncGenerator<readonly CarriedRow[]> {
  yield* pagesOf(reader, shape, shapes, wish)
  if (shape.table === PIECES) yield* pagesOfContents(reader, shapes, wish)
}

/** Writes what a reader sees of an operator, here or in a backup. */
export const writeOperator = async (
  reader: TenantReader,
  tenant: CarriedTenant,
  wish: ExportWish,
  sink: TextSink,
): Promise<OperatorFileEnd> => {
  const sums = new FileSums()
  const times = { createdAt: await createdAtOf(reader), takenAt: await reader.now() }
  const head = JSON.stringify(headOf(tenant, wish, times))
  sums.addHead(head)
  await sink.write(`${head}\n`)
  const shapes = await carriedShapes(reader)
  for (const shape of shapes) {
    for await (const rows of allPages(reader, shape, shapes, wish)) {
      const lines = rows.map((row) => JSON.stringify({ table: shape.table, row }))
      for (const line of lines) sums.addRow(shape.table, line)
      await sink.write(`${lines.join('\n')}\n`)
      sink.progress(sums.rows)
      await sink.page?.(shape, rows)
    }
  }
  const end = sums.end()
  await sink.write(`${JSON.stringify({ end })}\n`)
  return end
}

/** The entry in the audit log comes first: what leaves is known even where the export is broken off. */
export const exportOperator = async (
  at: WorldAt<Tenant>,
  wish: Omit<ExportWish, 'contents'> & { readonly actor: Actor },
  sink: TextSink,
): Promise<OperatorFileEnd> => {
  const tenant = at.realm
  await at.write((tx) =>
    recordAudit(at, tx, wish.actor, {
      action: 'operator.exported',
      subject: { kind: 'operator', id: tenant.operatorId },
      detail: { withCredentials: wish.withCredentials },
    }),
  )
  return at.snapshot((reader) => writeOperator(reader, tenant, { ...wish, contents: at.contents }, sink))
}
