/**
 * Row 82: random documents of the real schema, and as many broken ones, get the same response as from graphql-js:
 * nothing is accepted that it refuses. `npm run faults -- documents 100000` compares so many in all.
 */
import { randomInt } from 'node:crypto'
import { compareExecutions } from '../../server/test/support/executor-comparison.ts'
import { type FaultRun, Findings } from './verdict.ts'

const DEFAULT_DOCUMENTS = 20_000
const MAX_SEED = 2 ** 24

export const documents: FaultRun = {
  name: 'documents',
  row: 82,
  run: async (count = DEFAULT_DOCUMENTS) => {
    const findings = new Findings()
    const firstSeed = randomInt(MAX_SEED)
    const half = Math.ceil(count / 2)
    const compared = async (isHostile: boolean): Promise<string> => {
      try {
        return JSON.stringify(await compareExecutions({ firstSeed, documents: half, isHostile }))
      } catch (error) {
        const { message, cause } = error as Error
        findings.expect(false, `${message}: ${cause}`)
        return 'a difference'
      }
    }
    const random = await compared(false)
    const hostile = await compared(true)
    return findings.verdict(`from seed ${firstSeed}, random ${random}, broken ${hostile}`)
  },
}
