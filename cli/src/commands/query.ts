/** Runs a document: from a file, inline, or from standard input; one page or all of them; as JSON, lines or a table. */
import { type Client, type QueryCost, QueryFailed } from '@airside/client'
import { pagedDocument } from '@airside/client/scopes'
import type { Command, Invocation } from '../command.ts'
import { readDocument } from '../documents/document-input.ts'
import { ownPlace } from '../documents/own-place.ts'
import { readVariables } from '../documents/variables.ts'
import { EXIT, misuse, Problem } from '../problem.ts'
import { sayJson } from '../terminal/json-view.ts'
import { fieldsTable, flattened, type Row, tableOf } from '../terminal/table.ts'

interface Request {
  readonly document: string
  /** The file that it was read from. */
  readonly from: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | undefined
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Finds the first list in the response: of a root field itself, or of its page. */
const listIn = (data: Row): readonly Row[] | null => {
  for (const value of Object.values(data)) {
    const list = isRow(value) ? value.nodeList : value
    if (Array.isArray(list)) return list.map((item) => (isRow(item) ? item : { value: item }))
  }
  return null
}

const isTable = (invocation: Invocation): boolean => invocation.flag('table') && !invocation.isJson

const sayTable = ({ terminal }: Invocation, rows: readonly Row[]): void => {
  if (rows.length === 0) {
    terminal.aside('There are none.')
    return
  }
  for (const line of tableOf(
    rows.map((row) => flattened(row)),
    terminal.width,
    terminal.paint,
  ))
    terminal.say(line)
}

const sayData = (invocation: Invocation, data: Row): void => {
  const { terminal } = invocation
  const list = listIn(data)
  if (!isTable(invocation)) sayJson(terminal, data)
  else if (list) sayTable(invocation, list)
  else for (const line of fieldsTable(flattened(data), terminal.width, terminal.paint)) terminal.say(line)
}

/** What the service refuses, with the place in the user's own text, and the name of their file. */
const withOwnPlace = (error: unknown, { document, from }: Request, sent: string): unknown => {
  if (!(error instanceof QueryFailed) || error.code !== 'GRAPHQL_VALIDATION_FAILED') return error
  const places = error.errors.map(({ locations }) => locations?.[0] && ownPlace(document, sent, locations[0]))
  const errors = error.errors.map(({ locations: _, ...rest }, index) => {
    const place = places[index]
    return place ? { ...rest, locations: [place] } : rest
  })
  const [place] = places
  const file = from === undefined ? '' : ` of ${from}`
  const next = place ? `Look at line ${place.line}, column ${place.column}${file}` : `Look at the document${file}`
  const details = { kind: error.name, code: error.code, status: error.status, requestId: error.requestId, errors }
  return new Problem(error.message, `${next}; airside schema pull shows what there is`, EXIT.failed, details)
}

/** Reads every page; with --lines prints each node as soon as it arrives. */
const runAll = async (invocation: Invocation, airside: Client, request: Request): Promise<void> => {
  const { terminal, signal } = invocation
  const { variables, operationName } = request
  const document = pagedDocument(request.document, operationName)
  const rows: Row[] = []
  let pages = 0
  let count = 0
  try {
    for await (const nodes of airside.pages(document, variables, { signal, operationName })) {
      if (invocation.flag('lines')) for (const node of nodes) terminal.say(JSON.stringify(node))
      else rows.push(...(nodes as Row[]))
      pages++
      count += nodes.length
      terminal.progress(`${count.toLocaleString('en')} rows, ${pages} page${pages > 1 ? 's' : ''} …`)
    }
  } catch (error) {
    throw withOwnPlace(error, request, document)
  }
  terminal.done()
  if (isTable(invocation)) sayTable(invocation, rows)
  else if (!invocation.flag('lines')) sayJson(terminal, rows)
}

const chargedFor = ({ requested, prepared = 0, searched = 0, answered = 0 }: QueryCost): number =>
  requested + prepared + searched + answered

const runOnce = async (invocation: Invocation, airside: Client, request: Request): Promise<void> => {
  const { signal } = invocation
  const { document, variables, operationName } = request
  const { data, cost, requestId } = await airside
    .send(document, variables, { signal, operationName })
    .catch((error: unknown) => {
      throw withOwnPlace(error, request, document)
    })
  if (invocation.flag('lines')) {
    const list = listIn(data)
    if (!list) throw misuse('--lines needs a list in the answer')
    for (const row of list) invocation.terminal.say(JSON.stringify(row))
  } else sayData(invocation, data)
  if (invocation.flag('cost') && cost) {
    invocation.terminal.aside(`cost ${chargedFor(cost)}, ${cost.remaining} left, request ${requestId}`)
  }
}

export const query: Command = {
  name: 'query',
  summary: 'run a GraphQL document',
  words: '<file | document | ->',
  minWords: 1,
  maxWords: 1,
  completeWords: 'file',
  options: {
    var: {
      type: 'string',
      short: 'v',
      multiple: true,
      value: '<name=value>',
      text: 'a variable; its type is in the document',
    },
    variables: { type: 'string', value: '<json | file>', text: 'all variables', complete: 'file' },
    operation: { type: 'string', value: '<name>', text: 'which operation of several' },
    all: { type: 'boolean', short: 'a', text: 'every page of the list' },
    table: { type: 'boolean', short: 't', text: 'a table instead of JSON' },
    lines: { type: 'boolean', text: 'one JSON object per line' },
    cost: { type: 'boolean', text: 'also say cost and request id' },
  },
  examples: [
    'airside query \'{ aircraftTypeList(wildcard: "B738") { acftTypeId iCAO } }\' --table',
    'airside query flights.graphql -v from=2026-11-15T00:00:00Z -v to=2026-11-16T00:00:00Z --all --lines > flights.ndjson',
  ],
  run: async (invocation) => {
    const { words, text, texts, terminal } = invocation
    const [word = ''] = words
    const document = await readDocument(word, terminal)
    const from = word === '-' || word === document ? undefined : word
    const operationName = text('operation')
    const variables = await readVariables(document, operationName, text('variables'), texts('var'))
    const run = invocation.flag('all') ? runAll : runOnce
    await run(invocation, await invocation.client(), { document, from, variables, operationName })
    return undefined
  },
}
