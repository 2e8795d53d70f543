/** Lists the scopes that documents need, path by path, from `scopes.json`; in a pipeline, fails where more is needed than is allowed. */
import { readFile } from 'node:fs/promises'
import { readScopes, type ScopeReport, scopesOf } from '@airside/client/scopes'
import type { Command, Invocation } from '../command.ts'
import { readDocument } from '../documents/document-input.ts'
import { identityOf } from '../identity.ts'
import { EXIT, Problem } from '../problem.ts'
import { tableOf } from '../terminal/table.ts'

export const SCOPES_FILE = 'scopes.json'

interface FileReport extends ScopeReport {
  readonly file: string
}

const readIfThere = async (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })

/** The file that is named or lies here, so that a pipeline needs no server; else that of the signed-in connection. */
const scopesText = async ({ text, client, signal }: Invocation): Promise<string> => {
  const named = text('scopes')
  const found = await readIfThere(named ?? SCOPES_FILE)
  if (found !== null) return found
  if (named !== undefined) throw new Problem(`There is no ${named}`, 'Run airside schema pull, or name another file')
  const connection = await client().catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    const message = `There is no ${SCOPES_FILE} here, and no connection to ask: ${error.message}`
    throw new Problem(message, `${error.nextStep}, or name the file with --scopes`, error.exitCode)
  })
  return connection.scopesJson(signal)
}

const reportsOf = async (invocation: Invocation): Promise<FileReport[]> => {
  const { words, text, terminal } = invocation
  const documents: { readonly file: string; readonly document: string }[] = []
  for (const file of words) documents.push({ file, document: await readDocument(file, terminal) })
  const schema = readScopes(await scopesText(invocation))
  const reports: FileReport[] = []
  for (const { file, document } of documents) {
    try {
      reports.push({ file, ...scopesOf(document, schema, { operationName: text('operation') }) })
    } catch (error) {
      if (error instanceof Error && !(error instanceof Problem)) error.message = `${file}: ${error.message}`
      throw error
    }
  }
  return reports
}

const allowedScopes = async (invocation: Invocation): Promise<readonly string[] | null> => {
  const given = invocation.texts('allow')
  if (given.length > 0) return given.flatMap((list) => list.split(/[\s,]+/)).filter(Boolean)
  return invocation.flag('token') ? (await identityOf(await invocation.client(), invocation.signal)).scopes : null
}

const printReports = ({ terminal }: Invocation, reports: readonly FileReport[], lacking: ReadonlySet<string>): void => {
  const mark = (scopes: readonly string[]) =>
    scopes.map((scope) => (lacking.has(scope) ? `${scope}!` : scope)).join(' ')
  for (const { file, needs, conditional } of reports) {
    if (reports.length > 1) terminal.say(terminal.paint('bold', file))
    const rows = [
      ...needs.map(({ operation, path, scopes }) => ({ path, scope: mark(scopes), operation: operation ?? '' })),
      ...conditional.map(({ operation, path, scopes, variable }) => ({
        path,
        scope: `${mark(scopes)} if $${variable} names it`,
        operation: operation ?? '',
      })),
    ]
    if (rows.length === 0) terminal.say('needs no scope')
    else for (const line of tableOf(rows, terminal.width, terminal.paint)) terminal.say(line)
  }
}

const sum = (reports: readonly FileReport[]): string[] => [...new Set(reports.flatMap(({ scopes }) => scopes))].sort()

export const scopes: Command = {
  name: 'scopes',
  summary: 'the least scopes that documents need',
  words: '<file.graphql …>',
  minWords: 1,
  maxWords: Number.POSITIVE_INFINITY,
  completeWords: 'file',
  options: {
    scopes: {
      type: 'string',
      value: '<file>',
      text: `what nodes need (${SCOPES_FILE}, else as the connection says)`,
      complete: 'file',
    },
    allow: { type: 'string', multiple: true, value: '"<a b>"', text: 'what may be needed at most' },
    token: { type: 'boolean', text: 'allow what the token in use has' },
    operation: { type: 'string', value: '<name>', text: 'only this operation' },
  },
  examples: ['airside scopes queries/*.graphql --allow "flight:read aircraft:read"'],
  run: async (invocation) => {
    const { terminal, isJson } = invocation
    const reports = await reportsOf(invocation)
    const allowed = await allowedScopes(invocation)
    const needed = sum(reports)
    const lacking = allowed === null ? [] : needed.filter((scope) => !allowed.includes(scope))
    if (isJson) terminal.say(JSON.stringify({ scopes: needed, lacking, documents: reports }))
    else {
      printReports(invocation, reports, new Set(lacking))
      if (needed.length > 0) terminal.say(`\nall in all: ${terminal.paint('bold', needed.join(' '))}`)
    }
    if (lacking.length === 0) return undefined
    throw new Problem(
      `More is needed than is allowed: ${lacking.join(' ')}`,
      'Leave out the paths that need it, or allow it',
      EXIT.lacksScope,
      { lacking },
    )
  },
}
