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
  EXAMPLE_TENANT,
  environmentOption,
  requiredOption,
  TENANT_OPTIONS,
  tenantOption,
  withWorld,
} from './command.ts'
import { listed } from './listed.ts'

export const operatorCreate: Command = {
  summary: 'Creates an operator with its address in production and in the sandbox, or in one of them.',
  words: '<operator_id>',
  options: {
    name: { type: 'string', value: '<text>', text: 'its name, as pages show it' },
    environment: { type: 'string', value: '<e>', text: 'production or sandbox; both where left out', optional: true },
  },
  examples: ['airside-server operator create alpine --name "Alpine Jet"'],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const name = requiredOption(invocation, 'name')
      const environments = invocation.options.environment ? [environmentOption(invocation)] : ENVIRONMENTS
      const tenants = await createOperator(
        world,
        { operatorId: invocation.positionals[0] ?? '', name, environments },
        HOST,
      )
      const addresses = tenants.map(({ operatorId, environment }) => ({
        environment,
        address: originOf(invocation.config.publicUrl, operatorId, environment),
      }))
      return {
        data: { operator_id: invocation.positionals[0], addresses },
        text: addresses.map(({ environment, address }) => `${environment}: ${address}`).join('\n'),
      }
    }),
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
