/** Brings an operator out of a file into this store. */
import { originOf } from '../../domain/tenancy/address.ts'
import { HOST } from '../../services/audit-trail.ts'
import {
  type ImportedOperator,
  importOperator,
  type LeftOutRow,
} from '../../services/tenancy/carrying/import-operator.ts'
import { type Command, environmentOption, withWorld } from '../command.ts'
import { bytesOf, progressAt } from './operator-file.ts'

const LEFT_OUT_SHOWN = 20

/** What was left out, some of it by name. */
const leftOutLines = (leftOut: readonly LeftOutRow[]): string[] => {
  if (leftOut.length === 0) return []
  return [
    `Left out ${leftOut.length} rows:`,
    ...leftOut.slice(0, LEFT_OUT_SHOWN).map(({ table, id, because }) => `  ${table} ${id}: ${because}`),
    ...(leftOut.length > LEFT_OUT_SHOWN ? [`  and ${leftOut.length - LEFT_OUT_SHOWN} more`] : []),
  ]
}

const rowsIn = ({ sums, leftOut }: ImportedOperator): number =>
  Object.values(sums.tables).reduce((sum, { rows }) => sum + rows, 0) - leftOut.length

const PASSWORDS = 'Nobody has a password yet: "user reset" sends a link, or people ask for one at sign-in.'

export const operatorImport: Command = {
  summary:
    'Brings an operator out of a file of "operator export" into this store, all of it or nothing: under its own id, another one, or into a sandbox. Ids of records stay. Import only files of people whom you trust: the file says who administers the operator.',
  words: '<file>',
  options: {
    operator: { type: 'string', value: '<operator_id>', text: 'another id than the one in the file', optional: true },
    environment: {
      type: 'string',
      value: '<e>',
      text: 'production or sandbox; where absent, the one in the file',
      optional: true,
    },
    'with-credentials': {
      type: 'boolean',
      text: 'take the hashes of passwords and keys that the file has',
      optional: true,
    },
    'dry-run': { type: 'boolean', text: 'say what would happen, and leave everything as it is', optional: true },
  },
  examples: [
    'airside-server operator import alpine.airside --operator alpine-copy --dry-run',
    'airside-server operator import alpine.airside --operator alpine-copy',
  ],
  arguments: 1,
  run: async (invocation) => {
    const { config, options, positionals, terminal } = invocation
    const bytes = bytesOf(positionals[0] ?? '')
    const withCredentials = options['with-credentials'] === true
    const wish = {
      operatorId: typeof options.operator === 'string' ? options.operator : null,
      environment: options.environment === undefined ? null : environmentOption(invocation),
      withCredentials,
      isDryRun: options['dry-run'] === true,
      actor: HOST,
      progress: progressAt(terminal, 'Read'),
    }
    const imported = await withWorld(config, (world) => importOperator(world, bytes, wish))
    const { operatorId, environment, from, isDryRun, leftOut, sums } = imported
    const address = originOf(config.publicUrl, operatorId, environment)
    const did = isDryRun ? 'Would bring' : 'Brought'
    return {
      data: {
        operator_id: operatorId,
        environment,
        address,
        from,
        sha256: sums.sha256,
        rows: rowsIn(imported),
        left_out: leftOut,
        dry_run: isDryRun,
      },
      text: [
        `${did} ${rowsIn(imported)} rows of ${from.operatorId} (${from.environment}), taken at ${from.takenAt}, to ${address}`,
        ...leftOutLines(leftOut),
        ...(withCredentials || isDryRun ? [] : [PASSWORDS]),
      ].join('\n'),
    }
  },
}
