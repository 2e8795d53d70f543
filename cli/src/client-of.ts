/** Creates a client from a profile or from environment variables; it shares its tokens with other commands. */
import { type ApplicationClient, type Client, connect, type Environment } from '@airside/client'
import { EXIT, misuse, Problem } from './problem.ts'
import type { ApplicationProfile, Choice, Profile, Profiles } from './profiles.ts'

export const DEFAULT_SERVICE = 'http://localhost:8080'

export interface Connection {
  /** Null for credentials from the environment. */
  readonly name: string | null
  readonly profile: Profile
}

export const environmentFrom = (text: string | undefined): Environment | undefined => {
  if (text === undefined || text === 'production' || text === 'sandbox') return text
  throw misuse(`--environment is production or sandbox, not "${text}"`)
}

export const maxWaitFrom = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  throw misuse(`--max-wait is a number of seconds, not "${text}"`)
}

/** Reads AIRSIDE_API_KEY and AIRSIDE_OPERATOR; only the access token is written to disk. */
const fromEnvironment = (env: NodeJS.ProcessEnv, choice: Choice, service: string | undefined): Profile | null => {
  const apiKey = env.AIRSIDE_API_KEY
  if (!apiKey || choice.profile !== undefined) return null
  const operator = choice.operator ?? env.AIRSIDE_OPERATOR
  if (!operator) {
    throw new Problem(
      'AIRSIDE_API_KEY is set, but not which operator it is for',
      'Set AIRSIDE_OPERATOR, or give --operator',
      EXIT.notSignedIn,
    )
  }
  const environment = environmentFrom(choice.environment) ?? (apiKey.startsWith('air_test_') ? 'sandbox' : 'production')
  return { kind: 'key', service: service ?? DEFAULT_SERVICE, operator, environment, apiKey }
}

export const chosenConnection = async (
  profiles: Profiles,
  env: NodeJS.ProcessEnv,
  choice: Choice,
  service: string | undefined,
): Promise<Connection> => {
  environmentFrom(choice.environment)
  const given = fromEnvironment(env, choice, service ?? (env.AIRSIDE_URL || undefined))
  if (given) return { name: null, profile: given }
  const { name, profile } = await profiles.choose(choice)
  return { name, profile: service === undefined ? profile : { ...profile, service } }
}

export const applicationClient = (
  { service, operator, environment, clientId, clientSecret, redirectUri }: ApplicationProfile,
  profiles: Profiles,
  maxWaitSeconds?: number,
): ApplicationClient => {
  const application = { clientId, clientSecret, redirectUri }
  return connect({ service, operator, environment, application, store: profiles.tokens, maxWaitSeconds })
}

export const clientOf = (profile: Profile, profiles: Profiles, maxWaitSeconds?: number): Client => {
  if (profile.kind === 'application') return applicationClient(profile, profiles, maxWaitSeconds)
  const { service, operator, environment, apiKey } = profile
  return connect({ service, operator, environment, apiKey, store: profiles.tokens, maxWaitSeconds })
}
