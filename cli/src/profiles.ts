/**
 * Profiles: one per operator and environment, with its credentials. They are in one file that only the user can read;
 * access tokens are beside it, shared by parallel commands.
 */
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@airside/client'
import { FileStore } from '@airside/client/node'
import { writeWhole } from './documents/whole-file.ts'
import { EXIT, Problem } from './problem.ts'

interface Place {
  readonly service: string
  readonly operator: string
  readonly environment: Environment
}

export interface KeyProfile extends Place {
  readonly kind: 'key'
  readonly apiKey: string
}

export interface ApplicationProfile extends Place {
  readonly kind: 'application'
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

export type Profile = KeyProfile | ApplicationProfile

interface Credentials {
  readonly current: string | null
  readonly profiles: Readonly<Record<string, Profile>>
}

export interface Choice {
  readonly profile?: string | undefined
  readonly operator?: string | undefined
  readonly environment?: string | undefined
}

const OWNER_ONLY = 0o600

const folderOf = (env: NodeJS.ProcessEnv): string => {
  if (env.AIRSIDE_CONFIG_DIR) return env.AIRSIDE_CONFIG_DIR
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'airside')
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'airside')
}

/** As in the address: `alpine`, `alpine.sandbox`. */
export const profileName = ({ operator, environment }: Pick<Place, 'operator' | 'environment'>): string =>
  environment === 'sandbox' ? `${operator}.sandbox` : operator

const signIn = (message: string, operator = '<operator>'): Problem =>
  new Problem(message, `Run airside login ${operator}`, EXIT.notSignedIn)

const isCredentials = (value: unknown): value is Credentials =>
  typeof value === 'object' && value !== null && typeof (value as Credentials).profiles === 'object'

export class Profiles {
  readonly folder: string
  readonly file: string
  readonly tokens: FileStore
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv) {
    this.folder = folderOf(env)
    this.file = join(this.folder, 'credentials.json')
    this.tokens = new FileStore(join(this.folder, 'tokens'))
    this.#env = env
  }

  async all(): Promise<Credentials> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null) return { current: null, profiles: {} }
    await this.#keepPrivate()
    try {
      const value: unknown = JSON.parse(text)
      if (isCredentials(value)) return value
    } catch {
      // told below
    }
    throw new Problem(`${this.file} is not readable as credentials`, 'Move it away and run airside login again')
  }

  async save(name: string, profile: Profile): Promise<void> {
    await this.#change(({ profiles }) => ({ current: name, profiles: { ...profiles, [name]: profile } }))
  }

  async remove(name: string): Promise<void> {
    await this.#change(({ current, profiles }) => {
      const { [name]: _, ...rest } = profiles
      return { current: current === name ? (Object.keys(rest)[0] ?? null) : current, profiles: rest }
    })
  }

  async use(name: string): Promise<void> {
    const { profiles } = await this.all()
    if (!profiles[name]) throw this.#unknown(name, profiles)
    await this.#change((credentials) => ({ ...credentials, current: name }))
  }

  /** Finds a profile by name, by operator and environment, or the last used one. */
  async choose(choice: Choice): Promise<{ name: string; profile: Profile }> {
    const { current, profiles } = await this.all()
    const name = choice.profile ?? (this.#env.AIRSIDE_PROFILE || undefined)
    if (name !== undefined) {
      const profile = profiles[name]
      if (!profile) throw this.#unknown(name, profiles)
      return { name, profile }
    }
    const fitting = Object.entries(profiles).filter(([, profile]) => fits(profile, choice))
    const found = fitting.find(([candidate]) => candidate === current) ?? fitting[0]
    if (!found) throw this.#noProfileProblem(choice, profiles)
    return { name: found[0], profile: found[1] }
  }

  #noProfileProblem({ operator, environment }: Choice, profiles: Credentials['profiles']): Problem {
    if (Object.keys(profiles).length === 0) return signIn('You are not signed in to any operator', operator)
    const asked = [operator, environment].filter(Boolean).join(' in ')
    return signIn(`There is no profile for ${asked}; there are ${Object.keys(profiles).join(', ')}`, operator)
  }

  #unknown(name: string, profiles: Credentials['profiles']): Problem {
    const known = Object.keys(profiles)
    if (known.length === 0) return signIn(`There is no profile "${name}"; you are not signed in to any operator`)
    return new Problem(`There is no profile "${name}"`, `Use one of ${known.join(', ')}`, EXIT.notSignedIn)
  }

  /** Changes the file under a lock, because commands run in parallel. */
  async #change(edit: (credentials: Credentials) => Credentials): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    await this.tokens.locked('credentials', async () => {
      const edited = edit(await this.all())
      await writeWhole(this.file, `${JSON.stringify(edited, null, 2)}\n`, OWNER_ONLY)
    })
  }

  async #keepPrivate(): Promise<void> {
    if (process.platform === 'win32') return
    const { mode } = await stat(this.file)
    if ((mode & 0o077) !== 0) await chmod(this.file, OWNER_ONLY)
  }
}

const fits = (profile: Profile, { operator, environment }: Choice): boolean =>
  (operator === undefined || profile.operator === operator) &&
  (environment === undefined || profile.environment === environment)
