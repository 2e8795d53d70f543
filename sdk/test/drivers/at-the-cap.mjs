/** A client whose clock belongs to its parent process: sleeping asks the parent to advance it. */
import { connect } from '@airside/client'

const { service, apiKey, maxWaitSeconds } = JSON.parse(process.argv[2])
let ahead = 0

const sleep = (milliseconds) =>
  new Promise((resolve) => {
    process.once('message', () => {
      ahead += milliseconds
      resolve()
    })
    process.send({ sleep: milliseconds })
  })

const surroundings = { now: () => Date.now() + ahead, sleep }
const airside = connect({ operator: 'alpine', service, apiKey, maxWaitSeconds, surroundings })
const answer = await airside.query('{ echo(text: "in") }').catch((error) => ({
  failed: error.name,
  retryAfterSeconds: error.retryAfterSeconds,
}))
process.send({ answer })
process.disconnect()
