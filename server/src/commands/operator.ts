import { Failure } from '../domain/failure.ts'
import { originOf } from '../domain/tenancy/address.ts'
import { ENVIRONMENTS } from '../domain/tenancy/tenant.ts'
import { HOST } from '../services/audit-trail.ts'
import { createOperator, setRecordLimit } from '../services/tenancy/operators.ts'
import { type Command, environmentOption, requiredOption, tenantOption, withWorld } from './command.ts'

export const operatorCreate: Command = {
  usage: '<operator_id> --name <text> [--environment production|sandbox]',
  options: { name: { type: 'string' }, environment: { type: 'string' } },
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

const MAX_LIMIT = 1_000_000_000

const limitOption = (text: string): number => {
  const limit = Number(text)
  if (/^\d{1,10}$/.test(text) && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new Failure('invalid_request', `--records is a number from 1 to ${MAX_LIMIT}`)
}

export const operatorLimit: Command = {
  usage: '--operator <operator_id> --environment production|sandbox --records <number>',
  options: { operator: { type: 'string' }, environment: { type: 'string' }, records: { type: 'string' } },
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
