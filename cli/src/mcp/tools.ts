/**
 * What an assistant can do by `airside mcp`: read the documentation, find the least scopes of a document, and run it
 * with the profile's token. A mutation runs only where the person who started the command allowed it.
 */
import type { Client } from '@airside/client'
import { loopbackFetch } from '@airside/client/node'
import { parseDocument, readScopes, scopesOf } from '@airside/client/scopes'
import { problemOf } from '../problem.ts'
import type { Tool } from './protocol.ts'

export interface ToolParts {
  readonly client: Client
  /** Of the documentation: `http://developers.localhost:8080`. */
  readonly documentation: string
  readonly mayWrite: boolean
  readonly signal: AbortSignal
}

const MAX_HITS = 20
const MAX_PAGE_CHARACTERS = 60_000
const PAGE = /^\/docs\/[\w/.-]+\.md$/

const text = (description: string) => ({ type: 'string', description })

const textOf = (value: unknown, name: string): string => {
  if (typeof value === 'string') return value
  throw new Error(`${name} is a text`)
}

const variablesOf = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw new Error('variables is an object')
}

const hasMutation = (document: string): boolean =>
  parseDocument(document).definitions.some((node) => node.kind === 'OperationDefinition' && node.operation !== 'query')

const READS = { readOnlyHint: true } as const
const DOCUMENT = { document: text('a GraphQL document with one operation') }
const WITH_VARIABLES = { ...DOCUMENT, variables: { type: 'object', description: 'its variables' } }

const pageAt = async ({ documentation, signal }: ToolParts, path: string): Promise<string> => {
  const answer = await loopbackFetch()(`${documentation}${path}`, { signal, redirect: 'error' })
  if (answer.status === 404) throw new Error(`The documentation has no page ${path}: search_documentation finds pages`)
  if (!answer.ok) throw new Error(`The documentation answered ${answer.status} to ${path}`)
  return (await answer.text()).slice(0, MAX_PAGE_CHARACTERS)
}

/** Words of a question that say nothing of its matter. */
const EMPTY_WORDS = new Set(
  'a an and are can do does for from how i in is it my of on or the to what when where which with'.split(' '),
)
const MAX_WORDS = 20

const wantedWords = (asked: string): string[] =>
  (
    asked
      .slice(0, 500)
      .toLowerCase()
      .match(/[\p{L}\p{N}:_]+/gu) ?? []
  )
    .filter((word) => !EMPTY_WORDS.has(word))
    .slice(0, MAX_WORDS)

/** Those with most of the words first, in the order of the list among equals. */
const bestLines = (lines: readonly string[], wanted: readonly string[]): readonly string[] =>
  lines
    .map((line) => ({ line, has: wanted.filter((word) => line.toLowerCase().includes(word)).length }))
    .filter(({ has }) => has > 0)
    .toSorted((a, b) => b.has - a.has)
    .slice(0, MAX_HITS)
    .map(({ line }) => line)

const documentationTools = (parts: ToolParts): readonly Tool[] => [
  {
    name: 'search_documentation',
    description:
      'Find pages of the documentation: guides, queries and mutations. Answers lines with paths for read_page.',
    inputSchema: { type: 'object', properties: { words: text('what to look for') }, required: ['words'] },
    annotations: READS,
    call: async ({ words }) => {
      const lines = (await pageAt(parts, '/llms.txt')).split('\n').filter((line) => line.startsWith('- '))
      const found = bestLines(lines, wantedWords(textOf(words, 'words')))
      return found.length > 0 ? found.join('\n') : 'No page has any of these words; try others.'
    },
  },
  {
    name: 'read_page',
    description:
      'Read a page of the documentation as Markdown. The schema too: /docs/reference/queries/flightList.md, /docs/reference/types/Flight.md, /docs/reference/inputs/FlightFilter.md, /docs/errors.md.',
    inputSchema: { type: 'object', properties: { path: text('as search_documentation gives it') }, required: ['path'] },
    annotations: READS,
    call: async ({ path }) => {
      const asked = textOf(path, 'path')
      if (!PAGE.test(asked) || asked.includes('..')) throw new Error('A path is /docs/….md')
      return pageAt(parts, asked)
    },
  },
]

/** What refused it and what to do, as the command line tells a person. */
const told = async (run: () => Promise<string>): Promise<string> => {
  try {
    return await run()
  } catch (error) {
    const problem = problemOf(error)
    throw problem ? new Error(`${problem.message}. ${problem.nextStep}`) : error
  }
}

const run = ({ client, signal }: ToolParts, document: string, variables: unknown): Promise<string> =>
  told(async () => {
    const { data, cost, requestId } = await client.send<object>(document, variablesOf(variables), { signal })
    return JSON.stringify({ data, cost, requestId }, null, 2)
  })

const queryTools = (parts: ToolParts): readonly Tool[] => [
  {
    name: 'least_scopes',
    description: 'The least scopes that a document needs, path by path. Nothing is run.',
    inputSchema: { type: 'object', properties: DOCUMENT, required: ['document'] },
    annotations: READS,
    call: ({ document }) =>
      told(async () => {
        const schema = readScopes(await parts.client.scopesJson(parts.signal))
        return JSON.stringify(scopesOf(textOf(document, 'document'), schema), null, 2)
      }),
  },
  {
    name: 'run_query',
    description: `Run a query at ${parts.client.origin}. Mutations are refused.`,
    inputSchema: { type: 'object', properties: WITH_VARIABLES, required: ['document'] },
    annotations: READS,
    call: ({ document, variables }) =>
      told(async () => {
        const asked = textOf(document, 'document')
        if (hasMutation(asked))
          throw new Error(
            parts.mayWrite
              ? 'This tool runs queries only; changes need run_mutation'
              : 'This tool runs queries only. Start the server with --allow-writes to offer run_mutation',
          )
        return run(parts, asked, variables)
      }),
  },
]

const mutationTool = (parts: ToolParts): Tool => ({
  name: 'run_mutation',
  description: `Run a mutation at ${parts.client.origin}. It changes the operator's data: ask the person first. Give each field an idempotencyKey.`,
  inputSchema: { type: 'object', properties: WITH_VARIABLES, required: ['document'] },
  annotations: { readOnlyHint: false, destructiveHint: true },
  call: ({ document, variables }) => run(parts, textOf(document, 'document'), variables),
})

export const toolsFor = (parts: ToolParts): readonly Tool[] => [
  ...documentationTools(parts),
  ...queryTools(parts),
  ...(parts.mayWrite ? [mutationTool(parts)] : []),
]
