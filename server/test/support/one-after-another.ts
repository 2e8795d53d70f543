/** Tests that build on each other, as the steps of one person's walk do. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NOT_TRIED } from '../../../scripts/tests/not-tried.ts'

type Step = (title: string, body: (context: TestContext) => Promise<void> | void) => void

/**
 * Declares tests like `test`. After one that failed, those that follow fail at once and name it: each would wait in
 * vain for a page that never comes, and a whole file of them would hide which was the first.
 */
export const oneAfterAnother = (): Step => {
  let failed: string | null = null
  return (title, body) =>
    void test(title, async (context) => {
      assert.ok(failed === null, `${NOT_TRIED} ${failed}`)
      try {
        await body(context)
      } catch (thrown) {
        failed = title
        throw thrown
      }
    })
}
