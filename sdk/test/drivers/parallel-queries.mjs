/**
 * One of several processes with one key: fifty workers send queries one after another and print a line per response.
 */
import { connect } from '@airside/client'
import { FileStore } from '@airside/client/node'

const { service, apiKey, folder, workers, queriesEach } = JSON.parse(process.argv[2])
// As long as the server may be away on a busy machine.
const airside = connect({ operator: 'alpine', service, apiKey, store: new FileStore(folder), maxWaitSeconds: 300 })

const work = async (worker) => {
  for (let index = 0; index < queriesEach; index++) {
    const text = `${process.pid}/${worker}/${index}`
    const { echo } = await airside.query('query($text: String!) { echo(text: $text) }', { text })
    if (echo !== text) throw new Error(`${echo} is not ${text}`)
    process.stdout.write('.\n')
  }
}

const outcomes = await Promise.allSettled(Array.from({ length: workers }, (_, worker) => work(worker)))
for (const outcome of outcomes) if (outcome.status === 'rejected') console.error(outcome.reason)
process.exitCode = outcomes.some((outcome) => outcome.status === 'rejected') ? 1 : 0
