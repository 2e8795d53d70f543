/** Run with --expose-gc: fills the cache of operations and prints, as JSON, what the heap holds then. */
import { CACHE_BYTES, OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { buildSchema } from '../../src/graphql/schema.ts'
import { prepareIn } from './prepared-operation.ts'

const SMALL_SHAPES = 1_000
const LARGE_SHAPES = 60
const MIDDLE_SHAPES = 120

const repeated = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

/** Fields that two fragments bring in are merged anew at each place: so many of them are held for one short text. */
const unfolded = (name: string, width: number): string =>
  `{ ${name}: operator { ...O } } fragment O on Operator { ${repeated(width, (at) => `b${at}: baseList { ...A ...B }`)} }
   fragment A on Airport { ${repeated(width, (at) => `r${at}: name`)} }
   fragment B on Airport { ${repeated(width, (at) => `r${at}: name`)} }`

const small = (index: number): string => `{ small${index}: aircraftTypeList(wildcard: "x") { iCAO model } }`

const heapUsed = (): number => {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const cache = new OperationCache(buildSchema())

/** At its second sight a shape is kept. */
const keep = (text: string): void => {
  for (let sight = 0; sight < 2; sight++) prepareIn(cache, text)
}

prepareIn(cache, '{ __typename }')
const before = heapUsed()
for (let index = 0; index < SMALL_SHAPES; index++) keep(small(index))
for (let index = 0; index < LARGE_SHAPES; index++) keep(unfolded(`large${index}`, 66))
const smallKept = Array.from({ length: SMALL_SHAPES }, (_, index) => cache.find(small(index), null)).filter(
  Boolean,
).length
for (let index = 0; index < MIDDLE_SHAPES; index++) keep(unfolded(`middle${index}`, 28))
const held = heapUsed() - before
const bound = Object.values(CACHE_BYTES).reduce((sum, bytes) => sum + bytes, 0)
process.stdout.write(JSON.stringify({ held, bound, estimated: cache.bytes, smallKept, smallSent: SMALL_SHAPES }))
