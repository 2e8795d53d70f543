/** Restores one operator out of a backup, beside the living others. */
import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { HOST } from '../../services/audit-trail.ts'
import { writeOperator } from '../../services/tenancy/carrying/export-operator.ts'
import type { FileBytes } from '../../services/tenancy/carrying/file-lines.ts'
import { restoreOperator } from '../../services/tenancy/carrying/restore-operator.ts'
import { Contents } from '../../storage/contents/contents.ts'
import { type OtherStore, readOtherStore } from '../../storage/storage.ts'
import { tenantsOf } from '../../storage/tenancy/tenants.ts'
import { VERSION } from '../../version.ts'
import {
  type Command,
  type Invocation,
  ofNamedOperator,
  PRODUCTION_OPTION,
  requiredOption,
  tenantOption,
  withWorld,
} from '../command.ts'
import { confirm, INCIDENT_OPTIONS, reasonOption } from '../confirmation.ts'
import { bytesOf, progressAt, writeCompressed } from './operator-file.ts'

const SQLITE = 'SQLite format 3'

const firstBytes = (file: string): string => {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(SQLITE.length)
    readSync(handle, bytes)
    return bytes.toString('latin1')
  } finally {
    closeSync(handle)
  }
}

/** A store, or null where the backup is a file of "operator export" already. */
const storeOf = (from: string): OtherStore | null => {
  if (/^postgres(ql)?:\/\//.test(from)) return { url: from }
  const file = resolve(from)
  if (!existsSync(file)) throw new Failure('invalid_request', `${file} does not exist`)
  return firstBytes(file) === SQLITE ? { file } : null
}

interface Backup {
  readonly store: OtherStore
  /** Where the bytes lie that are not rows of it. */
  readonly contents: Contents
}

/** One operator of a backup as a file, which is gone once the job is done. */
const withFileOf = async <T>(
  { store, contents }: Backup,
  { operatorId, environment }: Tenant,
  progress: (rows: number) => void,
  job: (bytes: FileBytes) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-restore-'))
  const file = join(folder, 'operator.airside')
  try {
    await writeCompressed(file, progress, (sink) =>
      readOtherStore(store, async (platform, readerOf) => {
        const tenants = await tenantsOf(platform, operatorId)
        const tenant = tenants.find((each) => each.environment === environment && each.deletedAt === null)
        if (!tenant) throw new Failure('not_found', `The backup has no ${operatorId} (${environment})`)
        const wish = { withCredentials: true, release: VERSION, contents }
        return writeOperator(readerOf(tenant.tenantId), { ...tenant, requiresSecondStep: false }, wish, sink)
      }),
    )
    return await job(bytesOf(file))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The copy that belongs to the backup, beside the places of today. */
const contentsOf = ({ config: { documentPlaces }, options: { documents } }: Invocation): Contents => {
  if (typeof documents !== 'string') return new Contents(documentPlaces)
  const folder = resolve(documents)
  if (!existsSync(folder)) throw new Failure('invalid_request', `${folder} does not exist`)
  return new Contents([{ kind: 'folder', folder }, ...documentPlaces.filter(({ kind }) => kind !== 'folder')])
}

export const operatorRestore: Command = {
  summary:
    'Restores one operator out of a backup while the others live on: its records and settings become those of the backup. People, keys, grants and logs stay as they are today, so what was revoked stays revoked. A deleted operator comes back suspended.',
  words: '<operator_id>',
  options: {
    environment: PRODUCTION_OPTION,
    from: {
      type: 'string',
      value: '<backup>',
      text: 'a file of "backup" or "operator export", or the address of a PostgreSQL database that holds a restored dump',
    },
    documents: {
      type: 'string',
      value: '<folder>',
      text: 'the copy of the folder of documents that belongs to the backup; without it their contents are read where they lie today',
      optional: true,
    },
    ...INCIDENT_OPTIONS,
  },
  examples: ['airside-server operator restore alpine --from alpine.airside --reason "Wrong import" --yes'],
  arguments: 1,
  run: async (invocation) => {
    const from = requiredOption(invocation, 'from')
    const reason = reasonOption(invocation)
    const store = storeOf(from)
    await confirm(
      invocation,
      `${invocation.positionals[0]} is about to get the records and settings of the backup. What was written since is lost: "operator export" keeps it.`,
    )
    return withWorld(invocation.config, async (world) => {
      const tenant = await tenantOption(world, ofNamedOperator(invocation))
      const progress = progressAt(invocation.terminal, 'Read')
      const restore = (bytes: FileBytes) => restoreOperator(world.at(tenant), bytes, { reason, actor: HOST, progress })
      const restored =
        store === null
          ? await restore(bytesOf(from))
          : await withFileOf({ store, contents: contentsOf(invocation) }, tenant, progress, restore)
      const rows = Object.values(restored.tables).reduce((sum, count) => sum + count, 0)
      return {
        data: {
          operator_id: tenant.operatorId,
          environment: tenant.environment,
          rows,
          tables: restored.tables,
          was_deleted: restored.wasDeleted,
        },
        text: [
          `Restored ${tenant.operatorId} (${tenant.environment}): ${rows} rows of the backup.`,
          'Cursors of its feed are refused: integrations read everything again. People, keys and grants are those of today.',
          ...(restored.wasDeleted
            ? ['It is suspended: "operator resume" opens it. Its keys and grants stay ended.']
            : []),
        ].join('\n'),
      }
    })
  },
}
