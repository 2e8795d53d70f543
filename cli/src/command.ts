/** The definition of a command: its arguments, options and action. Help and completion are generated from it. */
import type { Client } from '@airside/client'
import type { Profiles } from './profiles.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  /** The placeholder of the value in help, e.g. `<file>`. */
  readonly value?: string
  readonly text: string
  readonly complete?: 'file' | 'profile' | readonly string[]
}

export type Options = Readonly<Record<string, Option>>

export interface Invocation {
  readonly terminal: Terminal
  readonly env: NodeJS.ProcessEnv
  readonly profiles: Profiles
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly words: readonly string[]
  readonly isJson: boolean
  /** The option's text, or undefined. */
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  flag(name: string): boolean
  /** A client for the chosen profile. */
  client(): Promise<Client>
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** The words after the name, e.g. `<file.graphql>`. */
  readonly words: string
  readonly minWords: number
  readonly maxWords: number
  readonly completeWords?: 'file' | 'profile' | readonly string[]
  readonly options: Options
  /** Each runs as it is written, which a test does; `app_…` stands for an application's id. */
  readonly examples: readonly string[]
  /** Returns the exit code, if it is not 0. */
  run(invocation: Invocation): Promise<number | undefined>
}

/** Options of every command. */
export const COMMON_OPTIONS: Options = {
  json: { type: 'boolean', text: 'results and errors as JSON' },
  profile: { type: 'string', short: 'p', value: '<name>', text: 'which profile to use', complete: 'profile' },
  operator: { type: 'string', short: 'o', value: '<id>', text: 'which operator' },
  environment: {
    type: 'string',
    short: 'e',
    value: '<e>',
    text: 'production or sandbox',
    complete: ['production', 'sandbox'],
  },
  service: { type: 'string', value: '<url>', text: 'address of the service (AIRSIDE_URL)' },
  'max-wait': { type: 'string', value: '<seconds>', text: 'how long to wait for limits and restarts (60)' },
  help: { type: 'boolean', short: 'h', text: 'say how this is called' },
}
