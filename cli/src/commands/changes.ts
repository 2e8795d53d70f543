/** Prints the change feed line by line; with --follow until Ctrl-C. The last cursor can be kept in a file. */
import { readFile } from 'node:fs/promises'
import { type Change, CursorExpired, QueryFailed } from '@airside/client'
import type { Command, Invocation } from '../command.ts'
import { writeWhole } from '../documents/whole-file.ts'
import { misuse, Problem } from '../problem.ts'
import { columnsOf, cut, padded, visibleText } from '../terminal/visible-text.ts'

const SAVE_EVERY_MS = 1000
const COLOURS = { CREATED: 'green', UPDATED: 'yellow', DELETED: 'red', REMINDER: 'dim' } as const

/** The cursor where the last run ended: after what was printed, never before it. */
class Bookmark {
  readonly #file: string | undefined
  #cursor: string | undefined
  #savedAt = 0

  constructor(file: string | undefined) {
    this.#file = file
  }

  async read(): Promise<string | undefined> {
    if (this.#file === undefined) return undefined
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return text.trim() || undefined
  }

  async reached(cursor: string): Promise<void> {
    this.#cursor = cursor
    if (performance.now() - this.#savedAt > SAVE_EVERY_MS) await this.save()
  }

  async save(): Promise<void> {
    if (this.#file === undefined || this.#cursor === undefined) return
    await writeWhole(this.#file, `${this.#cursor}\n`, 0o600)
    this.#savedAt = performance.now()
  }
}

const lineOf = ({ terminal }: Invocation, change: Change): string => {
  const { at, kind, entity, entityId, version, fieldList, reminder } = change
  const begin = `${at}  ${padded(kind, 8)}  ${padded(visibleText(entity), 15)}  ${visibleText(entityId)}  v${version}  `
  const fields = cut(visibleText(reminder ?? fieldList.join(', ')), Math.max(0, terminal.width - columnsOf(begin)))
  const coloured = begin.replace(kind, terminal.paint(COLOURS[kind], kind))
  return `${coloured}${terminal.paint('dim', fields)}`.trimEnd()
}

const secondsFrom = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text)
  throw misuse(`--poll is a number of seconds, not "${text}"`)
}

const nothingNew = (after: string | undefined, entities: readonly string[] | undefined): string =>
  `There are no changes${entities ? ` of ${entities.join(', ')}` : ''}${after === undefined ? '' : ' since then'}.`

/** The feed's document is ours, so what is wrong with a variable is said as what is wrong with the option. */
const unknownKind = (error: unknown): unknown =>
  error instanceof QueryFailed && !(error instanceof CursorExpired) && error.code === 'BAD_USER_INPUT'
    ? new Problem(error.message, 'Check --entity and --after; airside schema pull lists the kinds of record')
    : error

export const changes: Command = {
  name: 'changes',
  summary: 'the change feed, in order',
  words: '',
  minWords: 0,
  maxWords: 0,
  options: {
    follow: { type: 'boolean', short: 'f', text: 'wait for more' },
    after: { type: 'string', value: '<cursor>', text: 'begin behind this change' },
    entity: {
      type: 'string',
      multiple: true,
      value: '<kind>',
      text: 'only these records, e.g. FLIGHT; may be repeated',
    },
    'cursor-file': {
      type: 'string',
      value: '<file>',
      text: 'begin where this file says, and keep the place in it',
      complete: 'file',
    },
    poll: { type: 'string', value: '<seconds>', text: 'look so often when following, instead of being told at once' },
  },
  examples: ['airside changes --follow --entity FLIGHT --cursor-file flights.cursor --json'],
  run: async (invocation) => {
    const { text, texts, flag, signal, terminal } = invocation
    const bookmark = new Bookmark(text('cursor-file'))
    const airside = await invocation.client()
    const entities = texts('entity').length > 0 ? texts('entity').map((kind) => kind.toUpperCase()) : undefined
    const pollSeconds = secondsFrom(text('poll'))
    const options = {
      after: text('after') ?? (await bookmark.read()),
      entities,
      follow: flag('follow'),
      pollSeconds,
      signal,
    }
    try {
      terminal.progress(flag('follow') ? 'Waiting for changes … (Ctrl-C ends)' : 'Reading the feed …')
      let count = 0
      for await (const change of airside.changes(options)) {
        count++
        terminal.say(invocation.isJson ? JSON.stringify(change) : lineOf(invocation, change))
        await bookmark.reached(change.cursor)
      }
      if (count === 0 && !invocation.isJson) terminal.aside(nothingNew(options.after, entities))
    } catch (error) {
      throw unknownKind(error)
    } finally {
      await bookmark.save()
    }
    return undefined
  },
}
