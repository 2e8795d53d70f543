import { type RandomBytes, randomText } from '../../domain/secret.ts'

const PROCESS_LENGTH = 8

/** Ids of requests: a random prefix per process, then a counter. They are unique, not secret. */
export const requestIds = (randomBytes: RandomBytes): (() => string) => {
  const process = `req_${randomText(PROCESS_LENGTH, randomBytes)}`
  let count = 0
  return () => process + (++count).toString(36)
}
