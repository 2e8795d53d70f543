/** The entry point for Node, which does not resolve `*.localhost` by itself. */
import { connectWith } from './connect.ts'
import { loopbackFetch } from './node/loopback-fetch.ts'
import { webSurroundings } from './surroundings.ts'

export const connect = connectWith({ ...webSurroundings, fetch: loopbackFetch() })

export * from './exports.ts'
