/** Operators at the host's command line: created, listed, and how many records each may have. */
import { Failure } from '../domain/failure.ts'
import { isPlatformRealm } from '../domain/identity/realm.ts'
import { originOf } from '../domain/tenancy/address.ts'
import { ENVIRONMENTS } from '../domain/tenancy/tenant.ts'
import { HOST } from '../services/audit-trail.ts'
import { createOperator, setRecordLimit } from '../services/tenancy/operators.ts'
import { everyTenant, type TenantKept } from '../storage/tenancy/tenants.ts'
import {
  type Command,
  type CommandAnswer,
  EXAMPLE_TENANT,
  environmentOption,
  type Invocation,
  requiredOption,
  TENANT_OPTIONS,
  tenantOption,
  withWorld,
} from './command.ts'
import { listed } from './listed.ts'
import { createFromFile } from './operators-from-file.ts'

const createOne = (invocation: Invocation): Promise<CommandAnswer> =>
  withWorld(invocation.config, async (world) => {
    const name = requiredOption(invocation, 'name')
    const environments = invocation.options.environment ? [environmentOption(invocation)] : ENVIRONMENTS
    const operatorId = invocation.positionals[0] ?? ''
    const tenants = await createOperator(world, { operatorId, name, environments }, HOST)
    const addresses = tenants.map(({ environment }) => ({
      environment,
      address: originOf(invocation.config.publicUrl, operatorId, environment),
    }))
    return {
      data: { operator_id: operatorId, addresses },
      text: addresses.map(({ environment, address }) => `${environment}: ${address}`).join('\n'),
    }
  })

export const operatorCreate: Command = {
  summary:
    'Creates an operator with its address in production and in the sandbox, or in one of them; or many out of a file, with people to invite and settings. A file may be repeated: what is there stays as it is.',
  words: '<operator_id>',
  options: {
    name: { type: 'string', value: '<text>', text: 'its name, as pages show it; in a file a column', optional: true },
    environment: { type: 'string', value: '<e>', text: 'production or sandbox; both where left out', optional: true },
    file: {
      type: 'string',
      value: '<csv>',
      text: 'operators to create in place of one: columns operator_id and name; where wanted environments, email, person name, surname, roles, timezone, record_limit, requires second step and rules such as maxDutyMinutes',
      optional: true,
    },
    'dry-run': {
      type: 'boolean',
      text: 'with a file: say what would happen, and leave everything as it is',
      optional: true,
    },
  },
  examples: [
    'airside-server operator create alpine --name "Alpine Jet"',
    'airside-server operator create --file docs/examples/operators.csv --dry-run',
  ],
  arguments: 1,
  insteadOfArguments: 'file',
  run: (invocation) => {
    const { file, name, environment } = invocation.options
    if (typeof file !== 'string') {
      if (invocation.options['dry-run'] !== true) return createOne(invocation)
      throw new Failure('invalid_request', '--dry-run goes with --file')
    }
    if (name === undefined && environment === undefined) return createFromFile(invocation, file)
    throw new Failure('invalid_request', 'With --file, names and environments stand in the file')
  },
}

const operatorState = ({ closedAt, deletedAt }: Pick<TenantKept, 'closedAt' | 'deletedAt'>): string =>
  deletedAt !== null ? 'deleted' : closedAt !== null ? 'suspended' : 'open'

export const operatorList: Command = {
  summary: 'Lists the operators with their addresses, suspended ones too.',
  options: {},
  examples: ['airside-server operator list', 'airside-server operator list --json'],
  arguments: 0,
  run: ({ config }) =>
    withWorld(config, async (world) => {
      const tenants = (await everyTenant(world.storage.platform)).filter((tenant) => !isPlatformRealm(tenant))
      return listed(
        tenants.map(({ operatorId, name, environment, closedAt, deletedAt }) => ({
          operator_id: operatorId,
          name,
          environment,
          state: operatorState({ closedAt, deletedAt }),
          address: originOf(config.publicUrl, operatorId, environment),
        })),
      )
    }),
}

const MAX_LIMIT = 1_000_000_000

const limitOption = (text: string): number => {
  const limit = Number(text)
  if (/^\d{1,10}$/.test(text) && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new Failure('invalid_request', `--records is a number from 1 to ${MAX_LIMIT}`)
}

export const operatorLimit: Command = {
  summary: 'Sets how many records an operator may have, and says how many it has.',
  options: {
    ...TENANT_OPTIONS,
    records: { type: 'string', value: '<number>', text: 'the most records it may have' },
  },
  examples: [`airside-server operator limit ${EXAMPLE_TENANT} --records 2000000`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const limit = limitOption(requiredOption(invocation, 'records'))
      const tenant = await tenantOption(world, invocation)
      const { count } = await setRecordLimit(world.at(tenant), limit, HOST)
      return {
        data: { operator_id: tenant.operatorId, environment: tenant.environment, records: count, limit },
        text: `${tenant.operatorId} (${tenant.environment}) has ${count} records and may have ${limit}`,
      }
    }),
}
