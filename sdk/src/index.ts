/**
 * `@airside/client`: the operator API from Node 20 and later and from browsers, without dependencies. `connect`
 * gives a client for one operator; everything else here is what it takes or throws, and `scopesOf`.
 */
import { connectWith } from './connect.ts'
import { webSurroundings } from './surroundings.ts'

export const connect = connectWith(webSurroundings)

export * from './exports.ts'
