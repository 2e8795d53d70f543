/** What `doctor` says of the Node that runs it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeFinding } from '../../src/commands/doctor/installation.ts'

test('doctor refuses a Node without the hash of passwords, and names the first one that has it', () => {
  const verdicts = ['22.18.0', '24.0.0', '24.6.1', '24.7.0', '24.10.0', '26.10.0'].map(
    (version) => nodeFinding(version).verdict,
  )
  assert.deepEqual(verdicts, ['failed', 'failed', 'failed', 'fine', 'fine', 'fine'])
  assert.equal(nodeFinding('24.6.1').detail, 'v24.6.1, 24.7 or later is needed')
})
