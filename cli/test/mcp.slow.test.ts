/** `airside mcp` as an assistant's client sees it: the client of the protocol's own SDK starts it and calls its tools. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { build, REPOSITORY } from '../../sdk/test/support/build.ts'
import { ServedOperator } from '../../sdk/test/support/served-operator.ts'
import { Shell } from './support/shell.ts'

const FIRST = '{ aircraftTypeList(wildcard: "B738") { acftTypeId iCAO } }'
const CREATE = 'mutation { contactCreate(input: { kind: CLIENT, name: "Ada" }) { contact { contactId name } } }'

await build('cli')

describe('airside mcp', () => {
  let operator: ServedOperator
  let shell: Shell
  let sandboxKey: string
  let productionKey: string
  const open: Client[] = []
  before(async () => {
    operator = await ServedOperator.start()
    shell = new Shell(process.execPath, { AIRSIDE_URL: operator.service })
    sandboxKey = await operator.newKey('contact:read contact:write', 'sandbox')
    productionKey = await operator.newKey('contact:read')
  })
  after(async () => {
    for (const client of open) await client.close()
    shell.dispose()
    await operator.close()
  })

  const environment = (apiKey: string) => ({
    AIRSIDE_URL: operator.service,
    AIRSIDE_OPERATOR: 'alpine',
    AIRSIDE_API_KEY: apiKey,
    AIRSIDE_CONFIG_DIR: shell.config,
  })

  const started = async (apiKey: string, ...options: string[]): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' })
    const args = [join(REPOSITORY, 'cli/bin/airside.js'), 'mcp', ...options]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: environment(apiKey) }))
    open.push(client)
    return client
  }

  const call = async (client: Client, name: string, given: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: given })
    const [first] = content as { text: string }[]
    return { text: first?.text ?? '', isError: isError === true }
  }

  test('an assistant finds a page, reads it, learns the least scopes of a query and runs it at the sandbox', async () => {
    const client = await started(sandboxKey)
    const names = (await client.listTools()).tools.map(({ name }) => name)
    assert.deepEqual(names, ['search_documentation', 'read_page', 'least_scopes', 'run_query'])
    const found = await call(client, 'search_documentation', { words: 'contactList' })
    assert.match(found.text, /\/docs\/reference\/queries\/contactList\.md/)
    const question = await call(client, 'search_documentation', { words: 'How do I verify a webhook signature?' })
    assert.match(question.text, /^- \[Webhooks\]/)
    const page = await call(client, 'read_page', { path: '/docs/reference/queries/contactList.md' })
    assert.match(page.text, /^# contactList/)
    const scopes = await call(client, 'least_scopes', { document: '{ contactList { nodeList { name } } }' })
    assert.deepEqual(JSON.parse(scopes.text).scopes, ['contact:read'])
    const answer = await call(client, 'run_query', { document: FIRST })
    assert.equal(JSON.parse(answer.text).data.aircraftTypeList[0].iCAO, 'B738')
  })

  test('a mutation runs only where the command was started with --allow-writes, and is marked as a change (threats row 200)', async () => {
    const reading = await started(sandboxKey)
    const refused = await call(reading, 'run_query', { document: CREATE })
    assert.ok(refused.isError)
    assert.match(refused.text, /queries only/)
    await assert.rejects(call(reading, 'run_mutation', { document: CREATE }), /no tool "run_mutation"/)
    const writing = await started(sandboxKey, '--allow-writes')
    const tool = (await writing.listTools()).tools.find(({ name }) => name === 'run_mutation')
    assert.equal(tool?.annotations?.destructiveHint, true)
    assert.equal(tool?.annotations?.readOnlyHint, false)
    const made = await call(writing, 'run_mutation', { document: CREATE })
    assert.equal(JSON.parse(made.text).data.contactCreate.contact.name, 'Ada')
  })

  test('production is asked only with --production (threats row 200)', async () => {
    const { code, err, out } = await shell.run(['mcp'], '', environment(productionKey))
    assert.equal(code, 2)
    assert.match(err, /of production/)
    assert.equal(out, '')
    const client = await started(productionKey, '--production')
    const { text } = await call(client, 'run_query', { document: '{ operator { operatorId } }' })
    assert.equal(JSON.parse(text).data.operator.operatorId, 'alpine')
  })

  test('a call that cannot be answered is told to the assistant as an error that says what to do', async () => {
    const client = await started(sandboxKey)
    const lacking = await call(client, 'run_query', { document: '{ crewMemberList { nodeList { code } } }' })
    assert.ok(lacking.isError)
    assert.match(lacking.text, /crew:read/)
    assert.ok((await call(client, 'read_page', { path: '/docs/../oauth2/x.md' })).isError)
    assert.ok((await call(client, 'read_page', { path: '/docs/guides/nothing.md' })).isError)
    assert.ok((await call(client, 'run_query', { document: '{' })).isError)
    await assert.rejects(call(client, 'run_query', {}), /needs document/)
  })

  test('a line that is no message is answered as such, and the next one still is', async () => {
    const lines = ['nonsense', '[]', '{"jsonrpc":"2.0","id":7,"method":"ping"}', '{"jsonrpc":"2.0","method":"notify"}']
    const { out, code } = await shell.run(['mcp'], `${lines.join('\n')}\n`, environment(sandboxKey))
    assert.equal(code, 0)
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        [null, -32700],
        [null, -32700],
        [7, undefined],
      ],
    )
  })
})
