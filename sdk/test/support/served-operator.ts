/** A server process at its own address with one operator, an administrator and an application. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser, formTo } from '../../../server/test/support/browser.ts'
import { freePort } from '../../../server/test/support/free-port.ts'
import type { HttpClient } from '../../../server/test/support/http-client.ts'
import { runCommand, type ServerProcess, startServerProcess } from '../../../server/test/support/server-process.ts'
import { preparedPlace } from '../../../server/test/support/test-server.ts'

const PASSWORD = 'correct horse battery'
const EMAIL = 'anna@alpine.example'

export interface RegisteredApplication {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

export class ServedOperator {
  readonly service: string
  readonly origin: string
  readonly environment: Readonly<Record<string, string>>
  readonly #dispose: () => Promise<void>
  #server: ServerProcess

  private constructor(
    server: ServerProcess,
    service: string,
    environment: Readonly<Record<string, string>>,
    dispose: () => Promise<void>,
  ) {
    this.#server = server
    this.service = service
    this.origin = service.replace('//', '//alpine.')
    this.environment = environment
    this.#dispose = dispose
  }

  /** `alpine` in both environments; the administrator at the production address. */
  static async start(): Promise<ServedOperator> {
    const place = await preparedPlace('sqlite')
    const port = await freePort()
    const service = `http://localhost:${port}`
    const environment = { ...place.environment, PORT: String(port), AIRSIDE_PUBLIC_URL: service }
    const server = await startServerProcess(environment)
    const served = new ServedOperator(server, service, environment, place.dispose)
    await served.command('operator', 'create', 'alpine', '--name', 'Alpine Jet')
    const at = ['--operator', 'alpine', '--environment', 'production']
    await runCommand(['user', 'create', ...at, '--email', EMAIL, '--admin', '--password-stdin'], environment, PASSWORD)
    return served
  }

  get http(): HttpClient {
    return this.#server.client
  }

  command(...args: string[]): Promise<string> {
    return runCommand(args, this.environment)
  }

  async newKey(scope: string, environment: 'production' | 'sandbox' = 'production'): Promise<string> {
    const options = ['--operator', 'alpine', '--environment', environment, '--label', 'Test', '--scope', scope]
    return JSON.parse(await this.command('api-key', 'create', ...options, '--json')).refresh_token
  }

  /** Registered by the host and in production mode. */
  async registerApplication(redirectUri: string): Promise<RegisteredApplication> {
    const folder = mkdtempSync(join(tmpdir(), 'airside-application-'))
    const file = join(folder, `${randomUUID()}.json`)
    const registration = {
      name: 'Skylog',
      kind: 'other',
      personal: false,
      redirectUris: [redirectUri],
      description: 'Keeps the books of a flight department.',
      phoneNumber: '+41446681800',
      contact: 'Skylog GmbH, Zürich',
      website: 'https://skylog.example',
    }
    writeFileSync(file, JSON.stringify(registration))
    const created = JSON.parse(await this.command('app', 'register', '--file', file, '--json'))
    await this.command('app', 'promote', created.client_id, '--reason', 'test')
    rmSync(folder, { recursive: true, force: true })
    return { clientId: created.client_id, clientSecret: created.client_secret, redirectUri }
  }

  /** What the administrator does with a link: signs in, decides, and returns the address of the redirect. */
  async decide(url: string, decision: 'allow' | 'cancel'): Promise<string> {
    const browser = new Browser(this.#server.client, this.origin)
    const target = new URL(url)
    const opened = await browser.get(target.pathname + target.search)
    const signIn = opened.status === 303 ? await browser.get(opened.headers.location ?? '') : opened
    const page = await browser.signIn(signIn, EMAIL, PASSWORD)
    const answer = await browser.submit(formTo(page.body, '/consent/'), { decision })
    if (answer.status !== 303) throw new Error(`No redirect but ${answer.status}: ${answer.body.slice(0, 300)}`)
    return answer.headers.location ?? ''
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.#server.stop(signal)
  }

  async startAgain(): Promise<void> {
    this.#server = await startServerProcess(this.environment)
  }

  async close(): Promise<void> {
    await this.#server.stop()
    await this.#dispose()
  }
}
