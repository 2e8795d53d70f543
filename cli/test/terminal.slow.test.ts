/** Runs in a pseudo terminal: colours and progress are shown, secrets are not, and Ctrl-C leaves nothing half done. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { build } from '../../sdk/test/support/build.ts'
import { newestNode } from '../../sdk/test/support/nodes.ts'
import { ServedOperator } from '../../sdk/test/support/served-operator.ts'
import { Shell } from './support/shell.ts'

const ESCAPE = String.fromCharCode(27)
const CTRL_C = '\u0003'
await build('cli')

describe('in a terminal', () => {
  let operator: ServedOperator
  let shell: Shell
  let apiKey: string
  before(async () => {
    operator = await ServedOperator.start()
    shell = new Shell(newestNode.path, { AIRSIDE_URL: operator.service })
    apiKey = await operator.newKey('contact:read contact:write')
  })
  after(async () => {
    shell.dispose()
    await operator.close()
  })

  test('login prompts for the key without echo and accepts backspace', async () => {
    const running = shell.startInTerminal(['login', 'alpine'])
    await running.until(/API key \(not shown\): $/)
    running.child.stdin?.write(`${apiKey}xx\u007f\u007f\r`)
    const { code, out } = await running.ended
    assert.equal(code, 0, out)
    assert.match(out, /Signed in to Alpine Jet/)
    assert.ok(!out.includes(apiKey.slice(0, 20)), 'the key is not shown')
  })

  test('Ctrl-C at the key prompt ends login and stores nothing', async () => {
    const other = new Shell(newestNode.path, { AIRSIDE_URL: operator.service })
    const running = other.startInTerminal(['login', 'alpine'])
    await running.until(/\(not shown\): $/)
    running.child.stdin?.write(CTRL_C)
    assert.equal((await running.ended).code, 130)
    assert.equal(existsSync(join(other.config, 'credentials.json')), false)
    other.dispose()
  })

  test('colours are used in terminals, and not with NO_COLOR or a dumb terminal', async () => {
    const query = ['query', '{ operator { name } }']
    const coloured = await shell.startInTerminal(query).ended
    assert.ok(coloured.out.includes(`${ESCAPE}[32m"Alpine Jet"`), coloured.out)
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      const plain = await shell.startInTerminal(query, env).ended
      assert.ok(!plain.out.includes(ESCAPE), plain.out)
      assert.deepEqual(JSON.parse(plain.out), { operator: { name: 'Alpine Jet' } })
    }
    assert.ok(!(await shell.run(query)).out.includes(ESCAPE))
  })

  test('control sequences in data are shown, not executed', async () => {
    const echo = `{ echo(text: "\\u001b]0;title\\u0007 \\u202e evil \\u009b31m") }`
    const { out } = await shell.startInTerminal(['query', echo], { NO_COLOR: '1' }).ended
    assert.ok(out.includes('\\u001b]0;title\\u0007 \\u202e evil \\u009b31m'), JSON.stringify(out))
  })

  test('long work shows its progress and erases it at the end', async () => {
    const list = ['query', '{ airportListing: contactList(page: { first: 1 }) { nodeList { name } } }', '--all']
    for (const name of ['A', 'B', 'C']) {
      await shell.run(['query', `mutation { contactCreate(input: { kind: CLIENT, name: "${name}" }) { __typename } }`])
    }
    const { out } = await shell.startInTerminal([...list, '--lines']).ended
    assert.match(out, /3 rows, 3 pages …/)
    const cleared = out.split(`\r${ESCAPE}[K`)
    assert.ok(cleared.length > 3)
    assert.ok(!cleared.at(-1)?.includes('rows'))
    assert.equal((await shell.run(list)).err, '', 'nothing of it where nobody watches')
  })

  test('Ctrl-C during schema pull leaves the old file and no temporary one', async () => {
    await operator.stop()
    const running = shell.startInTerminal(['schema', 'pull'])
    await running.until(/Asking for the schema/)
    running.child.stdin?.write(CTRL_C)
    assert.equal((await running.ended).code, 130)
    assert.deepEqual(readdirSync(shell.folder), ['config'])
    await operator.startAgain()
  })

  test('a closed pipe is no failure', async () => {
    const running = shell.start(['query', '{ aircraftTypeList { acftTypeId iCAO manufacturer model } }', '--lines'])
    running.child.stdout?.once('data', () => running.child.stdout?.destroy())
    const { code, err } = await running.ended
    assert.equal(code, 0)
    assert.equal(err, '')
  })
})
