/** Demo data for the sandbox operator of a provider's own, under the provider's name. */
import type { Clock } from '../../domain/clock.ts'
import type { SandboxData } from '../../services/providers/sandbox.ts'
import { demoOperator } from '../data/demo-operators.ts'
import type { DemoReference } from '../data/operator-data.ts'
import { operatorParts } from '../data/write.ts'

/** Operators that the demo does not know get the data of this one. */
const MODEL = 'alpine'

export const sandboxDataFrom =
  (referenceNow: () => DemoReference | Promise<DemoReference>, clock: Pick<Clock, 'now'>): SandboxData =>
  async ({ operatorId, name }, told) => {
    const model = demoOperator(operatorId) ?? demoOperator(MODEL)
    if (!model) throw new Error(`The demo has no ${MODEL}`)
    const operator = { ...model, operatorId, name }
    const [seed, asOf, reference] = [`${operatorId}/sandbox`, clock.now(), await referenceNow()]
    return (await operatorParts({ operator, seed, asOf, reference, told })).parts
  }
