/** A command of the host's command line: its options, usage and output. */
import { randomBytes } from 'node:crypto'
import { openStorage } from '../app.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../domain/clock.ts'
import { Failure } from '../domain/failure.ts'
import { isPlatformRealm } from '../domain/identity/realm.ts'
import { randomText } from '../domain/secret.ts'
import { ENVIRONMENTS, type Environment, type Tenant } from '../domain/tenancy/tenant.ts'
import { learnTestClocks } from '../services/tenancy/test-clock.ts'
import { World } from '../services/world.ts'
import { findTenantInAnyState } from '../storage/tenancy/tenants.ts'

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** The placeholder of the value in help, e.g. `<mail>`. */
  readonly value?: string
  readonly text: string
  readonly optional?: boolean
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

const ENVIRONMENT_OPTION: CommandOption = { type: 'string', value: '<e>', text: 'production or sandbox' }

/** Which tenant a command is about. */
export const TENANT_OPTIONS = {
  operator: { type: 'string', value: '<operator_id>', text: 'the operator, as in its address' },
  environment: ENVIRONMENT_OPTION,
} as const satisfies CommandOptions

/** Of a command that is about production unless it says otherwise. */
export const PRODUCTION_OPTION: CommandOption = {
  ...ENVIRONMENT_OPTION,
  text: 'production or sandbox; production where absent',
  optional: true,
}

export const inProduction = (invocation: Invocation): Invocation => ({
  ...invocation,
  options: { ...invocation.options, environment: invocation.options.environment ?? 'production' },
})

/** The same, where the operator is the first word of the command. */
export const ofNamedOperator = (invocation: Invocation): Invocation =>
  inProduction({ ...invocation, options: { ...invocation.options, operator: invocation.positionals[0] } })

/** What examples name. */
export const EXAMPLE_TENANT = '--operator alpine --environment production'

/** Where the people of the platform's realms can be meant as well. */
export const REALM_OPTIONS = {
  operator: { type: 'string', value: '<operator_id>', text: 'the operator, or developers or support' },
  environment: ENVIRONMENT_OPTION,
} as const satisfies CommandOptions

export const PASSWORD_OPTION = {
  'password-stdin': {
    type: 'boolean',
    text: 'read the password from standard input; without it one is made up and printed',
    optional: true,
  },
} as const satisfies CommandOptions

/** Where a command reads and writes: the process itself, or a substitute in tests. */
export interface Terminal {
  readonly stdin: AsyncIterable<string | Uint8Array>
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

export interface Invocation {
  readonly config: Config
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
  readonly terminal: Terminal
  /** Runs another command with the same settings; returns its exit code. */
  readonly runOther: (args: readonly string[], terminal: Terminal) => Promise<number>
}

/** With --json only `data` goes to standard output, otherwise `text`. */
export interface CommandAnswer {
  readonly data: unknown
  readonly text: string
  readonly exitCode?: number
}

export interface Command {
  /** What it does and what it leaves behind, in a sentence or two. */
  readonly summary: string
  /** The words after the name, e.g. `<file>`. */
  readonly words?: string
  readonly options: CommandOptions
  /** Each runs as it is written, which a test does; `app_…` and `key_…` stand for ids. */
  readonly examples: readonly string[]
  /** How many arguments follow the command's name. */
  readonly arguments: number
  /** The option that stands in for them. */
  readonly insteadOfArguments?: string
  readonly run: (invocation: Invocation) => Promise<CommandAnswer>
}

/** Opens the store, preparing an empty one, for one command; a server may be running at the same time. */
export const withWorld = async <T>(config: Config, job: (world: World) => Promise<T>): Promise<T> => {
  const { storage } = await openStorage(config, systemClock)
  try {
    await learnTestClocks(storage)
    const now = (tenantId: string): number => systemClock.now() + storage.testOffsetMs(tenantId)
    return await job(new World({ storage, now, randomBytes }))
  } finally {
    await storage.close()
  }
}

export const requiredOption = ({ options }: Invocation, name: string): string => {
  const value = options[name]
  if (typeof value !== 'string' || value === '') throw new Failure('invalid_request', `--${name} is missing`)
  return value
}

export const environmentOption = (invocation: Invocation): Environment => {
  const value = requiredOption(invocation, 'environment')
  const environment = ENVIRONMENTS.find((candidate) => candidate === value)
  if (!environment)
    throw new Failure('invalid_request', `--environment is ${ENVIRONMENTS.join(' or ')}, not "${value}"`)
  return environment
}

/** The tenant that --operator and --environment name, also a suspended one. */
export const tenantOption = async (world: World, invocation: Invocation): Promise<Tenant> => {
  const tenant = await realmOption(world, invocation)
  if (isPlatformRealm(tenant)) {
    throw new Failure('invalid_request', `"${tenant.operatorId}" is no operator: use "staff" or "provider" commands`)
  }
  return tenant
}

/** Where --operator may also name the realm of members or of staff: developers or support, in production. */
export const realmOption = async (world: World, invocation: Invocation): Promise<Tenant> => {
  const operatorId = requiredOption(invocation, 'operator')
  const environment = environmentOption(invocation)
  const tenant = await findTenantInAnyState(world.storage.platform, operatorId, environment)
  if (!tenant)
    throw new Failure(
      'not_found',
      `There is no operator "${operatorId}" in ${environment}: create it with "operator create"`,
    )
  return tenant
}

/** Without the line end that a shell adds. */
const readStandardInput = async ({ stdin }: Terminal): Promise<string> => {
  const text = Buffer.concat(await Array.fromAsync(stdin, (chunk) => Buffer.from(chunk))).toString('utf8')
  return text.replace(/\r?\n$/, '')
}

const PASSWORD_LENGTH = 20

/** Reads the password from standard input with --password-stdin; otherwise generates one to be shown once. */
export const passwordOption = async (
  world: World,
  { options, terminal }: Invocation,
): Promise<{ password: string; generated: boolean }> =>
  options['password-stdin']
    ? { password: await readStandardInput(terminal), generated: false }
    : { password: randomText(PASSWORD_LENGTH, world.randomBytes), generated: true }
