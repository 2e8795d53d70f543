/**
 * An operator with users, applications registered and in production, and the whole grant as an application performs
 * it.
 */
import assert from 'node:assert/strict'
import type { Environment } from '../../src/domain/tenancy/tenant.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createUser } from '../../src/services/identity/users.ts'
import { moveApplication, type Registration, registerApplication } from '../../src/services/oauth/applications.ts'
import { Browser, formTo } from './browser.ts'
import type { Answer } from './http-client.ts'
import { withOneSalt } from './same-salt.ts'
import type { TestServer, TestTenant } from './test-server.ts'

export const PASSWORD = 'correct horse battery'

export interface Person {
  readonly userId: string
  readonly email: string
}

export const addPerson = async (
  server: TestServer,
  at: TestTenant,
  name: string,
  roles: readonly string[],
): Promise<Person> => {
  const email = `${name.toLowerCase()}@${at.tenant.operatorId}.example`
  const userId = await createUser(
    withOneSalt(server.world).at(at.tenant),
    { email, name, surname: 'Test', roles, password: PASSWORD },
    HOST,
  )
  return { userId, email }
}

export interface TestApplication {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

export const REDIRECT_URI = 'https://app.skylog.example/airside/callback'

export const REGISTRATION: Registration = {
  name: 'Skylog',
  kind: 'other',
  personal: false,
  redirectUris: [REDIRECT_URI],
  description: 'Keeps the books of a flight department.',
  phoneNumber: '+41446681800',
  contact: 'Skylog GmbH, Zürich',
  website: 'https://skylog.example',
  connectUrl: null,
  logo: null,
}

export const addApplication = async (
  server: TestServer,
  more: Partial<Registration> = {},
  mode: 'test' | 'production' = 'production',
): Promise<TestApplication> => {
  const registration = { ...REGISTRATION, ...more }
  const { clientId, clientSecret } = await registerApplication(server.world, registration, HOST)
  if (mode === 'production') {
    await moveApplication(server.world, clientId, { actions: ['promote'], by: 'host', reason: 'test' }, HOST)
  }
  return { clientId, clientSecret, redirectUri: registration.redirectUris[0] ?? '' }
}

export type Parameters = Readonly<Record<string, string>>

export const authorizePath = (application: TestApplication, scope: string, more: Parameters = {}): string => {
  const parameters = {
    response_type: 'code',
    client_id: application.clientId,
    redirect_uri: application.redirectUri,
    scope,
    ...more,
  }
  return `/oauth2/code/authorize/?${new URLSearchParams(parameters)}`
}

/** Signed in at this address, with the cookies to show for it. */
export const signedInBrowser = async (server: TestServer, at: TestTenant, person: Person): Promise<Browser> => {
  const browser = new Browser(server.client, at.origin)
  const landed = await browser.signIn(await browser.get('/sign-in/'), person.email, PASSWORD)
  assert.equal(landed.status, 200, landed.body)
  return browser
}

/** The parameters that a redirect carries back to the application. */
export const returned = (answer: Answer): URLSearchParams => {
  assert.equal(answer.status, 303, answer.body.slice(0, 300))
  return new URL(answer.headers.location ?? '').searchParams
}

export const allow = async (browser: Browser, path: string): Promise<Answer> => {
  const page = await browser.get(path)
  assert.equal(page.status, 200, page.headers.location ?? page.body.slice(0, 300))
  return browser.submit(formTo(page.body, '/consent/'), {
    decision: 'allow',
    // Asked where the clock was moved since the sign-in.
    password: PASSWORD,
    ...everyAircraft(page.body),
  })
}

/** A marketplace is given the whole fleet, as most operators do. */
const everyAircraft = (page: string): Record<string, string> =>
  page.includes('Which aircraft may it offer?')
    ? Object.fromEntries(
        [...page.matchAll(/type="checkbox" name="(chosen-[^"]+)"/g)].map(([, name = '']) => [name, 'yes']),
      )
    : {}

/** A code that the person allowed. */
export const obtainCode = async (
  browser: Browser,
  application: TestApplication,
  scope: string,
  more: Parameters = {},
): Promise<string> => returned(await allow(browser, authorizePath(application, scope, more))).get('code') ?? ''

export const exchangeFields = (application: TestApplication, code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  client_id: application.clientId,
  client_secret: application.clientSecret,
  redirect_uri: application.redirectUri,
  code,
})

export const refreshFields = (application: TestApplication, refreshToken: string): Record<string, string> => ({
  grant_type: 'refresh_token',
  client_id: application.clientId,
  client_secret: application.clientSecret,
  refresh_token: refreshToken,
})

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

type GrantParts = Pick<GrantScene, 'server' | 'at' | 'admin' | 'pilot' | 'application' | 'browser'>

/** One operator with an administrator, a pilot and a connected application: where most scenarios start. */
export class GrantScene {
  readonly server: TestServer
  readonly at: TestTenant
  readonly admin: Person
  readonly pilot: Person
  readonly application: TestApplication
  readonly browser: Browser

  constructor({ server, at, admin, pilot, application, browser }: GrantParts) {
    this.server = server
    this.at = at
    this.admin = admin
    this.pilot = pilot
    this.application = application
    this.browser = browser
  }

  static async open(
    server: TestServer,
    operatorId: string,
    environment: Environment = 'production',
  ): Promise<GrantScene> {
    const at = (await server.operator(operatorId))[environment]
    const admin = await addPerson(server, at, 'Anna', ['ADMIN'])
    const pilot = await addPerson(server, at, 'Marc', ['CREW'])
    const application = await addApplication(server)
    const browser = await signedInBrowser(server, at, admin)
    return new GrantScene({ server, at, admin, pilot, application, browser })
  }

  /** Whoever signed in a while ago makes no credentials: for tests that moved the clock. */
  async signInAgain(): Promise<void> {
    this.browser.cookies.clear()
    await this.browser.signIn(await this.browser.get('/sign-in/'), this.admin.email, PASSWORD)
  }

  code(scope = 'contact:read', more: Parameters = {}): Promise<string> {
    return obtainCode(this.browser, this.application, scope, more)
  }

  /** POST to the token endpoint; fields given as undefined are left out. */
  token(fields: Readonly<Record<string, string | undefined>>, headers: Record<string, string> = {}): Promise<Answer> {
    const given = Object.fromEntries(
      Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )
    return this.server.client.form(`${this.at.origin}/oauth2/code/token/`, given, headers)
  }

  exchange(code: string, more: Readonly<Record<string, string | undefined>> = {}): Promise<Answer> {
    return this.token({ ...exchangeFields(this.application, code), ...more })
  }

  refresh(refreshToken: string, more: Readonly<Record<string, string | undefined>> = {}): Promise<Answer> {
    return this.token({ ...refreshFields(this.application, refreshToken), ...more })
  }

  async connect(scope = 'contact:read'): Promise<Tokens> {
    const answer = await this.exchange(await this.code(scope))
    assert.equal(answer.status, 200, answer.body)
    return answer.json<Tokens>()
  }
}
