/** Imports an operator's records from a CSV file: all lines or none. */
import { basename } from 'node:path'
import { Failure } from '../domain/failure.ts'
import { SCOPES, scopeSet } from '../domain/scopes.ts'
import type { Tenant } from '../domain/tenancy/tenant.ts'
import { HOST } from '../services/audit-trail.ts'
import type { ImportError } from '../services/operations/import/import-error.ts'
import {
  IMPORT_KINDS,
  type ImportKindName,
  type ImportRequest,
  importFile,
} from '../services/operations/import/import-file.ts'
import type { ImportReport } from '../services/operations/import/import-report.ts'
import { readReference } from '../services/reference/reference-data.ts'
import type { World } from '../services/world.ts'
import {
  type Command,
  type Invocation,
  inProduction,
  PRODUCTION_OPTION,
  TENANT_OPTIONS,
  tenantOption,
  withWorld,
} from './command.ts'
import { readText } from './text-file.ts'

const LINES_SHOWN = 20

const kindOf = (name: string): ImportKindName => {
  const kind = IMPORT_KINDS.find((known) => known === name)
  if (!kind) throw new Failure('invalid_request', `"${name}" cannot be imported: ${IMPORT_KINDS.join(', ')} can`)
  return kind
}

const shown = (list: readonly ImportError[]): string[] => [
  ...list
    .slice(0, LINES_SHOWN)
    .map(({ line, field, message }) => `  line ${line}${field === null ? '' : `, ${field}`}: ${message}`),
  ...(list.length > LINES_SHOWN ? [`  and ${list.length - LINES_SHOWN} more`] : []),
]

/** The host acts for the operator, with every right of it. */
const PRINCIPAL = {
  kind: 'user',
  applicationKind: null,
  isPersonal: false,
  actorKey: 'host',
  applicationName: null,
  clientId: null,
  userId: null,
  scopes: scopeSet(SCOPES),
} as const

const carryOut = async (world: World, tenant: Tenant, request: ImportRequest): Promise<ImportReport> => {
  const written = world.with({ storage: world.storage.writtenBy({ kind: 'HOST', id: null }) })
  const desk = { world: written, reference: await readReference(world.storage.platform), principal: PRINCIPAL }
  return importFile({ desk, tenant, actor: HOST }, request)
}

const textOf = (file: string, { created, updated, unchanged, warnings, isDryRun }: ImportReport): string => {
  const verb = isDryRun ? 'Would create' : 'Created'
  return [
    `${verb} ${created}, ${isDryRun ? 'update' : 'updated'} ${updated}, ${unchanged} unchanged, from ${file}`,
    ...(warnings.length > 0 ? ['Look at:', ...shown(warnings)] : []),
  ].join('\n')
}

const systemOf = ({ options }: Invocation): string | null =>
  typeof options.system === 'string' && options.system !== '' ? options.system : null

export const importCommand: Command = {
  summary:
    'Writes an operator’s records from a CSV file, all lines or none: columns by header, named like the fields of the mutations. On the embedded store all other writes wait for it: split large files.',
  words: `${IMPORT_KINDS.join('|')} <csv>`,
  options: {
    operator: TENANT_OPTIONS.operator,
    environment: PRODUCTION_OPTION,
    system: {
      type: 'string',
      value: '<name>',
      text: 'whose ids the column externalId holds; a line whose id, registration or code is known updates that record',
      optional: true,
    },
    'dry-run': { type: 'boolean', text: 'say what would happen, and leave everything as it is', optional: true },
  },
  examples: [
    'airside-server import aircraft docs/examples/aircraft.csv --operator alpine --system legacy --dry-run',
    'airside-server import aircraft docs/examples/aircraft.csv --operator alpine --system legacy',
  ],
  arguments: 2,
  run: async (invocation) => {
    const [name = '', file = ''] = invocation.positionals
    const kind = kindOf(name)
    const text = await readText(file)
    const request = {
      kind,
      text,
      system: systemOf(invocation),
      isDryRun: invocation.options['dry-run'] === true,
      fileName: basename(file),
    }
    const report = await withWorld(invocation.config, async (world) =>
      carryOut(world, await tenantOption(world, inProduction(invocation)), request),
    )
    const { lines: _, columns: __, fileColumns: ___, ...told } = report
    if (report.errors.length === 0) return { data: { kind, ...told }, text: textOf(file, report) }
    if (invocation.options.json) return { data: { kind, ...told }, text: '', exitCode: 1 }
    const said = [`${file} was not imported; nothing has changed:`, ...shown(report.errors)]
    throw new Failure('invalid_request', said.join('\n'))
  },
}
