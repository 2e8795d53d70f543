/** Writes what a fresh demo answers to the examples of the reference: `npm run record`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RECORDED_FILE } from '../server/src/documentation/recorded-examples.ts'
import { recordExamples } from './examples/record.ts'

const file = join(import.meta.dirname, '..', RECORDED_FILE)
mkdirSync(dirname(file), { recursive: true })
// One line for each, so that a comparison shows which of them changed.
const lines = Object.entries(await recordExamples()).map(
  ([name, example]) => `${JSON.stringify(name)}: ${JSON.stringify(example)}`,
)
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
