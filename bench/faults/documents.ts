/**
 * Row 82: 20,000 random documents of the real schema and 2,000 broken ones get the same response as from graphql-js.
 */
import { randomInt } from 'node:crypto'
import { compareExecutions } from '../../server/test/support/executor-comparison.ts'
import { type FaultRun, Findings } from './verdict.ts'

const RANDOM_DOCUMENTS = 20_000
const HOSTILE_DOCUMENTS = 2_000
const MAX_SEED = 2 ** 24

export const documents: FaultRun = {
  name: 'documents',
  row: 82,
  run: async () => {
    const findings = new Findings()
    const firstSeed = randomInt(MAX_SEED)
    const compared = async (count: number, isHostile: boolean): Promise<string> => {
      try {
        return JSON.stringify(await compareExecutions({ firstSeed, documents: count, isHostile }))
      } catch (error) {
        const { message, cause } = error as Error
        findings.expect(false, `${message}: ${cause}`)
        return 'a difference'
      }
    }
    const random = await compared(RANDOM_DOCUMENTS, false)
    const hostile = await compared(HOSTILE_DOCUMENTS, true)
    return findings.verdict(`from seed ${firstSeed}, random ${random}, broken ${hostile}`)
  },
}
