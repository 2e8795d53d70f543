/** Writes down what is held of one person, for their right to see it. */
import { writeFileSync } from 'node:fs'
import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { HOST } from '../../services/audit-trail.ts'
import { exportContact, exportUser, type PersonExport } from '../../services/tenancy/carrying/export-person.ts'
import type { World } from '../../services/world.ts'
import {
  type Command,
  type CommandAnswer,
  EXAMPLE_TENANT,
  type Invocation,
  requiredOption,
  TENANT_OPTIONS,
  tenantOption,
  withWorld,
} from '../command.ts'
import { newFile } from './operator-file.ts'

const TO_OPTION = {
  type: 'string',
  value: '<file>',
  text: 'the file of JSON to write; it must not be there yet',
} as const

const written = async (
  invocation: Invocation,
  job: (world: World, tenant: Tenant) => Promise<PersonExport | null>,
): Promise<CommandAnswer> => {
  const file = newFile(requiredOption(invocation, 'to'))
  return withWorld(invocation.config, async (world) => {
    const found = await job(world, await tenantOption(world, invocation))
    if (found === null) throw new Failure('not_found', 'There is nobody of that name: nothing was written')
    writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    const rows = Object.values(found.tables).reduce((sum, list) => sum + list.length, 0)
    return {
      data: { file, rows, tables: Object.keys(found.tables) },
      text: `Wrote ${rows} rows of ${Object.keys(found.tables).length} tables to ${file}. Times are milliseconds since 1970.`,
    }
  })
}

export const userExport: Command = {
  summary:
    'Writes what is held of one user into a file of JSON, for their right to see it: account, sign-ins, what the audit log says of them, and their duties and papers where they are crew. Secrets are left out.',
  options: {
    ...TENANT_OPTIONS,
    email: { type: 'string', value: '<mail>', text: 'who' },
    to: TO_OPTION,
  },
  examples: [`airside-server user export ${EXAMPLE_TENANT} --email anna@alpine.example --to anna.json`],
  arguments: 0,
  run: (invocation) =>
    written(invocation, (world, tenant) => exportUser(world.at(tenant), requiredOption(invocation, 'email'), HOST)),
}

export const contactExport: Command = {
  summary:
    'Writes what is held of one contact, such as a passenger, into a file of JSON, for their right to see it: details, travel documents, flights. "contactErase" in the graph erases them.',
  words: '<contact_id>',
  options: { ...TENANT_OPTIONS, to: TO_OPTION },
  examples: [`airside-server contact export con_… ${EXAMPLE_TENANT} --to contact.json`],
  arguments: 1,
  run: (invocation) =>
    written(invocation, (world, tenant) => exportContact(world.at(tenant), invocation.positionals[0] ?? '', HOST)),
}
