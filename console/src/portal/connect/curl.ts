/** Command lines that work when they are copied. The secret and the tokens stand in variables of the shell. */
import type { Attempt } from './attempt.ts'

/** One word for the shell, whatever it contains. */
const quoted = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const lines = (first: string, rest: readonly string[]): string =>
  [first, ...rest.map((line) => `  ${line}`)].join(' \\\n')

const TOKEN_PATH = '/oauth2/code/token/'
const QUERY_PATH = '/api/graphql/'

/** Typed unseen, so that the secret is in no history of commands. */
export const READ_SECRET = 'read -rs SECRET'

export const exchangeLine = ({ origin, clientId, redirectUri, verifier }: Attempt, code: string): string =>
  lines(`curl ${quoted(`${origin}${TOKEN_PATH}`)}`, [
    '-d grant_type=authorization_code',
    `-d client_id=${quoted(clientId)}`,
    '-d client_secret="$SECRET"',
    `-d code=${quoted(code)}`,
    ...(verifier === null ? [] : [`-d code_verifier=${quoted(verifier)}`]),
    `--data-urlencode ${quoted(`redirect_uri=${redirectUri}`)}`,
  ])

export const refreshLine = ({ origin, clientId }: Pick<Attempt, 'origin' | 'clientId'>): string =>
  lines(`curl ${quoted(`${origin}${TOKEN_PATH}`)}`, [
    '-d grant_type=refresh_token',
    `-d client_id=${quoted(clientId)}`,
    '-d client_secret="$SECRET"',
    '-d refresh_token="$REFRESH_TOKEN"',
  ])

/** The first query: the fleet where it may be seen, else what the token itself is. */
export const firstQuery = (scopes: readonly string[]): string =>
  scopes.includes('aircraft:read')
    ? '{ aircraftList(page: {first: 2}) { nodeList { registration } } }'
    : '{ tokenInfo { applicationName scopeList expiresAt } }'

export const queryLine = (origin: string, query: string): string =>
  lines(`curl ${quoted(`${origin}${QUERY_PATH}`)}`, [
    '-H "Authorization: Bearer $TOKEN"',
    '-H "Content-Type: application/json"',
    `-d ${quoted(JSON.stringify({ query }))}`,
  ])
