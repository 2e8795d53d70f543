/** Writes an operator into a file, while it is served. */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { HOST } from '../../services/audit-trail.ts'
import { exportOperator } from '../../services/tenancy/carrying/export-operator.ts'
import type { World } from '../../services/world.ts'
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
import { newFile, progressAt, writeCompressed } from './operator-file.ts'

const CREDENTIALS_OPTION = {
  type: 'boolean',
  text: 'with hashes of passwords and keys, so that both go on working; never second steps, passkeys or tokens',
  optional: true,
} as const

export interface WrittenOperator {
  readonly file: string
  readonly bytes: number
  readonly rows: number
  readonly sha256: string
  readonly tables: Readonly<Record<string, number>>
}

/** Writes one tenant into a new file. */
export const writeOperatorFile = async (
  world: World,
  tenant: Tenant,
  file: string,
  { terminal, options }: Invocation,
): Promise<WrittenOperator> => {
  const wish = { withCredentials: options['with-credentials'] === true, release: VERSION, actor: HOST }
  const { value: end, bytes } = await writeCompressed(file, progressAt(terminal, 'Wrote'), (sink) =>
    exportOperator(world.at(tenant), wish, sink),
  )
  const tables = Object.fromEntries(Object.entries(end.tables).map(([name, { rows }]) => [name, rows]))
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return { file, bytes, rows, sha256: end.sha256, tables }
}

export const operatorExport: Command = {
  summary:
    'Writes one operator into a file that "operator import" reads: records with their history, people, settings, audit log and use, as they are at one moment, while it is served.',
  words: '<operator_id>',
  options: {
    environment: PRODUCTION_OPTION,
    to: { type: 'string', value: '<file>', text: 'the file to write; it must not be there yet' },
    'with-credentials': CREDENTIALS_OPTION,
  },
  examples: [
    'airside-server operator export alpine --to alpine.airside',
    'airside-server operator export alpine --to alpine-moving.airside --with-credentials',
  ],
  arguments: 1,
  run: async (invocation) => {
    const target = newFile(requiredOption(invocation, 'to'))
    return withWorld(invocation.config, async (world) => {
      const tenant = await tenantOption(world, ofNamedOperator(invocation))
      const written = await writeOperatorFile(world, tenant, target, invocation)
      return {
        data: { operator_id: tenant.operatorId, environment: tenant.environment, ...written },
        text: [
          `Wrote ${written.rows} rows of ${tenant.operatorId} (${tenant.environment}) to ${target} (${written.bytes} bytes).`,
          'It holds personal data: encrypt it where it is kept.',
        ].join('\n'),
      }
    })
  },
}
