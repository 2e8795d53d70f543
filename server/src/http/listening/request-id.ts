import { type RandomBytes, randomText } from '../../domain/secret.ts'

const PROCESS_LENGTH = 8

/** Names for requests: a random text for the process, then a count. Nothing is secret about them, only unique. */
export const requestIds = (randomBytes: RandomBytes): (() => string) => {
  const process = `req_${randomText(PROCESS_LENGTH, randomBytes)}`
  let count = 0
  return () => process + (++count).toString(36)
}
