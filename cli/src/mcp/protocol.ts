/**
 * The Model Context Protocol over standard input and output: one JSON-RPC message per line. The few methods that tools
 * need are answered here; nothing is read of a message beyond its limit, and nothing but answers goes to standard output.
 */
import type { Readable } from 'node:stream'

const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const
const MAX_LINE_CHARACTERS = 1_000_000

export interface Tool {
  readonly name: string
  readonly description: string
  /** Of what it takes, as JSON Schema. */
  readonly inputSchema: { readonly type: 'object'; readonly properties: object; readonly required: readonly string[] }
  /** What a client shows before it asks its user: whether a call changes something. */
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean }
  /** The text of the answer; what it throws is told as the tool's error. */
  readonly call: (given: Readonly<Record<string, unknown>>) => Promise<string>
}

export interface ServerFacts {
  readonly version: string
  readonly instructions: string
  readonly tools: readonly Tool[]
}

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

type Given = Readonly<Record<string, unknown>>

const ERRORS = { parse: -32700, request: -32600, method: -32601, params: -32602 } as const

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const initialized = ({ version, instructions }: ServerFacts, params: Given): object => ({
  protocolVersion: PROTOCOL_VERSIONS.find((known) => known === params.protocolVersion) ?? PROTOCOL_VERSIONS[0],
  capabilities: { tools: {} },
  serverInfo: { name: 'airside', version },
  instructions,
})

const called = async ({ tools }: ServerFacts, { name, arguments: given = {} }: Given): Promise<object> => {
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new Refusal(ERRORS.params, `There is no tool ${JSON.stringify(name)}`)
  if (!isObject(given)) throw new Refusal(ERRORS.params, 'The arguments of a tool are an object')
  const missing = tool.inputSchema.required.filter((each) => given[each] === undefined)
  if (missing.length > 0) throw new Refusal(ERRORS.params, `${tool.name} needs ${missing.join(', ')}`)
  try {
    return { content: [{ type: 'text', text: await tool.call(given) }] }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { content: [{ type: 'text', text }], isError: true }
  }
}

const answerOf = (facts: ServerFacts, method: unknown, params: Given): object | Promise<object> => {
  switch (method) {
    case 'initialize':
      return initialized(facts, params)
    case 'ping':
      return {}
    case 'tools/list':
      return { tools: facts.tools.map(({ call: _, ...told }) => told) }
    case 'tools/call':
      return called(facts, params)
    default:
      throw new Refusal(ERRORS.method, `There is no method ${JSON.stringify(method)}`)
  }
}

/** Null for a notification, which is not answered. */
const answerTo = async (facts: ServerFacts, line: string): Promise<object | null> => {
  let message: Message
  try {
    const parsed: unknown = JSON.parse(line)
    if (!isObject(parsed)) throw new Error('not an object')
    message = parsed
  } catch {
    return { jsonrpc: '2.0', id: null, error: { code: ERRORS.parse, message: 'A line is one JSON-RPC message' } }
  }
  const { id, method, params } = message
  if (id === undefined) return null
  try {
    return { jsonrpc: '2.0', id, result: await answerOf(facts, method, isObject(params) ? params : {}) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}

/** Lines of the input; one that is too long ends the connection, for what follows cannot be told from it. */
async function* linesOf(input: Readable, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  let rest = ''
  input.setEncoding('utf8')
  const stop = () => input.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const part of input) {
      const lines = `${rest}${part}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') yield line
      if (rest.length > MAX_LINE_CHARACTERS) throw new Error('A message is longer than a million characters')
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Answers one message after another until the input ends. */
export const serveTools = async (
  facts: ServerFacts,
  input: Readable,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  for await (const line of linesOf(input, signal)) {
    const answer = await answerTo(facts, line)
    if (answer) say(JSON.stringify(answer))
  }
}
