/** Runs several test files one after another in this process, each as a suite that is named after its file. */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { countFor } from '../processor-notes.ts'
import { type Registration, registrationsOf } from './held-back.ts'

const HELD_BACK = new URL('held-back.ts', import.meta.url).href

/** Files of tests and what they share get the stand-in. */
const replaceTestModule = (): void => {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' && context.parentURL !== HELD_BACK
        ? { url: HELD_BACK, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
}

export const runGroup = async (root: string, files: readonly string[]): Promise<void> => {
  replaceTestModule()
  const suites = new Map<string, readonly Registration[]>()
  for (const file of files) {
    const load = (): Promise<unknown> => import(pathToFileURL(join(root, file)).href)
    const registrations = await registrationsOf(load).catch((error: unknown) => [
      () =>
        test('the file loads', () => {
          throw error
        }),
    ])
    suites.set(file, registrations)
  }
  // A suite begins as soon as it is described: only once every file is loaded, so that none is loaded beside a test.
  for (const [file, registrations] of suites) {
    describe(file, () => {
      let end: (() => void) | undefined
      before(() => {
        end = countFor(file)
      })
      for (const register of registrations) register()
      after(() => end?.())
    })
  }
}
