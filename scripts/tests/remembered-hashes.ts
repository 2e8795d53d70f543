/**
 * Loaded into the processes of the tests: a password hash that was computed once is not computed again for the same
 * password, salt and cost. Hashing is slow on purpose, and tests sign the same few people in over and over: it was a
 * third of the processor time of files about sign-in. What comes out is the same; another password, salt or cost is
 * computed.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const compute = crypto.argon2
const tags = new Map<string, Buffer>()

const remembering: typeof compute = (algorithm, parameters, done) => {
  const { message, nonce, ...cost } = parameters
  const key = JSON.stringify([algorithm, Buffer.from(message as string), Buffer.from(nonce as Buffer), cost])
  const known = tags.get(key)
  if (known) return void setImmediate(done, null, Buffer.from(known))
  compute(algorithm, parameters, (error, tag) => {
    if (!error) tags.set(key, Buffer.from(tag))
    done(error, tag)
  })
}

Object.assign(crypto, { argon2: remembering })
syncBuiltinESMExports()
