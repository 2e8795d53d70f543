/** What the demo answered to the example of each query and mutation: recorded by `npm run record`, never written by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface RecordedExample {
  readonly variables: Readonly<Record<string, unknown>>
  readonly answer: { readonly data: Readonly<Record<string, unknown>> }
}

export const RECORDED_FILE = 'docs/site/reference/examples.json'

/** `root` is the folder of a checkout or of a package. */
export const readRecordedExamples = (root: string): ReadonlyMap<string, RecordedExample> =>
  new Map(Object.entries(JSON.parse(readFileSync(join(root, RECORDED_FILE), 'utf8'))))
