/**
 * One of several processes with one key: fifty workers send queries one after another and print a line per response.
 * Where a file is awaited, the last query of each worker waits for it, so that queries are left however fast they are.
 */
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { connect } from '@airside/client'
import { FileStore } from '@airside/client/node'

const { service, apiKey, folder, workers, queriesEach, awaitedFile } = JSON.parse(process.argv[2])
// As long as the server may be away on a busy machine.
const airside = connect({ operator: 'alpine', service, apiKey, store: new FileStore(folder), maxWaitSeconds: 300 })

const untilFile = async () => {
  while (awaitedFile && !existsSync(awaitedFile)) await setTimeout(5)
}
const awaited = untilFile()

const work = async (worker) => {
  for (let index = 0; index < queriesEach; index++) {
    if (index === queriesEach - 1) await awaited
    const text = `${process.pid}/${worker}/${index}`
    const { echo } = await airside.query('query($text: String!) { echo(text: $text) }', { text })
    if (echo !== text) throw new Error(`${echo} is not ${text}`)
    process.stdout.write('.\n')
  }
}

const outcomes = await Promise.allSettled(Array.from({ length: workers }, (_, worker) => work(worker)))
for (const outcome of outcomes) if (outcome.status === 'rejected') console.error(outcome.reason)
process.exitCode = outcomes.some((outcome) => outcome.status === 'rejected') ? 1 : 0
