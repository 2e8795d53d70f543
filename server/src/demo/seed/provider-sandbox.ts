/** Demo data for the sandbox operator of a provider's own, under the provider's name. */
import type { Clock } from '../../domain/clock.ts'
import type { SandboxData } from '../../services/providers/sandbox.ts'
import type { Storage } from '../../storage/storage.ts'
import { demoOperator } from '../data/demo-operators.ts'
import { readDemoReference } from '../data/reference.ts'
import { writeOperator } from '../data/write.ts'

/** Operators that the demo does not know get the data of this one. */
const MODEL = 'alpine'

export const sandboxDataFrom =
  (storage: Storage, clock: Clock): SandboxData =>
  async () => {
    const reference = await readDemoReference(storage.platform)
    return async (tx, { operatorId, name }, told) => {
      const model = demoOperator(operatorId) ?? demoOperator(MODEL)
      if (!model) throw new Error(`The demo has no ${MODEL}`)
      const operator = { ...model, operatorId, name }
      await writeOperator(tx, { operator, seed: `${operatorId}/sandbox`, asOf: clock.now(), reference, told })
    }
  }
