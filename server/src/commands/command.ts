/** A command of the host's command line: its options, usage and output. */
import { randomBytes } from 'node:crypto'
import type { ParseArgsConfig } from 'node:util'
import { openStorage } from '../app.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { Failure } from '../domain/failure.ts'
import { isPlatformRealm } from '../domain/identity/realm.ts'
import { randomText } from '../domain/secret.ts'
import { ENVIRONMENTS, type Environment, type Tenant } from '../domain/tenancy/tenant.ts'
import { World } from '../services/world.ts'
import { findTenant } from '../storage/tenancy/tenants.ts'

export type CommandOptions = NonNullable<ParseArgsConfig['options']>

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
}

/** With --json only `data` goes to standard output, otherwise `text`. */
export interface CommandAnswer {
  readonly data: unknown
  readonly text: string
  readonly exitCode?: number
}

export interface Command {
  readonly usage: string
  readonly options: CommandOptions
  /** How many arguments follow the command's name. */
  readonly arguments: number
  readonly run: (invocation: Invocation) => Promise<CommandAnswer>
}

/** Opens the store, preparing an empty one, for one command; a server may be running at the same time. */
export const withWorld = async <T>(config: Config, job: (world: World) => Promise<T>): Promise<T> => {
  const { storage } = await openStorage(config, systemClock)
  try {
    return await job(new World({ storage, now: () => systemClock.now(), randomBytes }))
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

/** The tenant that --operator and --environment name. */
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
  const tenant = await findTenant(world.storage.platform, operatorId, environment)
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
