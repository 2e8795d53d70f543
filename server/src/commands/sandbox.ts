/** Replaces the data of a sandbox operator with fresh demo data and sets its clock back; the change feed reports the removed records. */
import { demoOperator } from '../demo/data/demo-operators.ts'
import { readDemoReference } from '../demo/data/reference.ts'
import { operatorParts } from '../demo/data/write.ts'
import { systemClock } from '../domain/clock.ts'
import { Failure } from '../domain/failure.ts'
import { refillSandbox } from '../services/tenancy/refill-sandbox.ts'
import { findTenant } from '../storage/tenancy/tenants.ts'
import { type Command, withWorld } from './command.ts'

/** The host's own operators get the demo data of this one, under their own name. */
const MODEL = 'alpine'

export const sandboxReset: Command = {
  summary: "Replaces the data of an operator's sandbox with fresh demo data; the change feed tells of it.",
  words: '<operator_id>',
  options: {},
  examples: ['airside-server sandbox reset alpine'],
  arguments: 1,
  run: ({ config, positionals: [operatorId = ''] }) =>
    withWorld(config, async ({ storage }) => {
      const tenant = await findTenant(storage.platform, operatorId, 'sandbox')
      if (!tenant) throw new Failure('not_found', `There is no operator "${operatorId}" in the test environment`)
      const model = demoOperator(operatorId) ?? demoOperator(MODEL)
      if (!model) throw new Error(`The demo has no ${MODEL}`)
      const reference = await readDemoReference(storage.platform)
      const operator = { ...model, operatorId, name: tenant.name }
      const seed = `${operatorId}/sandbox`
      const seeding = { operator, seed, asOf: systemClock.now(), reference, told: true }
      const { data, parts } = await operatorParts(seeding)
      await refillSandbox(storage, { tenantId: tenant.tenantId, parts })
      const counts = { aircraft: data.aircraft.length, flights: data.flights.length, crew: data.crewMembers.length }
      return {
        data: { operator_id: operatorId, ...counts },
        text: `${operatorId} has ${counts.aircraft} aircraft, ${counts.flights} flights and ${counts.crew} crew members`,
      }
    }),
}
