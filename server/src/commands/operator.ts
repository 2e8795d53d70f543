import { originOf } from '../domain/tenancy/address.ts'
import { ENVIRONMENTS } from '../domain/tenancy/tenant.ts'
import { HOST } from '../services/audit-trail.ts'
import { createOperator } from '../services/tenancy/operators.ts'
import { type Command, environmentOption, requiredOption, withWorld } from './command.ts'

export const operatorCreate: Command = {
  usage: '<operator_id> --name <text> [--environment production|sandbox]',
  options: { name: { type: 'string' }, environment: { type: 'string' } },
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const name = requiredOption(invocation, 'name')
      const environments = invocation.options.environment ? [environmentOption(invocation)] : ENVIRONMENTS
      const tenants = await createOperator(world, invocation.positionals[0] ?? '', name, environments, HOST)
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
