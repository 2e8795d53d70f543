/** A server that receives SIGTERM finishes requests in progress, accepts no new ones, and exits with 0. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { VERSION } from '../../src/version.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { type Place, preparedPlace, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

/** A connection whose requests are written by hand, piece by piece. */
class Wire {
  readonly #socket: Socket
  #received = ''
  readonly closed: Promise<string>

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk
    })
    this.closed = new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', () => resolve(this.#received))
    })
  }

  static open(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Wire(socket)))
    })
  }

  send(text: string): void {
    this.#socket.write(text)
  }

  /** Once this many answers arrived. */
  async answers(count: number): Promise<void> {
    while (this.#received.split('HTTP/1.1 ').length - 1 < count) await pause(5)
  }
}

const CONNECTIONS = '/proc/net/tcp'

/** Until the server has read everything that was sent to it: the system's list of connections has no byte waiting there. */
const untilRead = async (port: number): Promise<void> => {
  if (!existsSync(CONNECTIONS)) return pause(500)
  const isUnread = new RegExp(
    `^ *\\d+: \\w+:${port.toString(16).toUpperCase().padStart(4, '0')} \\S+ 01 \\w+:(?!00000000 )`,
    'm',
  )
  while (isUnread.test(readFileSync(CONNECTIONS, 'utf8'))) await pause(5)
}

const refusesConnections = async (port: number): Promise<void> => {
  for (;;) {
    try {
      const wire = await Wire.open(port)
      wire.send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      await wire.closed
    } catch {
      return
    }
  }
}

for (const store of storesFor('life cycle')) {
  describe(`SIGTERM (${store})`, () => {
    let place: Place
    let server: ServerProcess
    let refreshToken: string
    before(async () => {
      place = await preparedPlace(store)
      await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine'], place.environment)
      const key = ['api-key', 'create', '--operator', 'alpine', '--environment', 'production', '--label', 'L']
      const made = await runCommand([...key, '--scope', 'contact:read', '--json'], place.environment)
      refreshToken = JSON.parse(made).refresh_token
      server = await startServerProcess(place.environment)
    })
    after(async () => {
      server.child.kill('SIGKILL')
      await place.dispose()
    })

    const request = (body: string) =>
      `POST /access_token/refresh/ HTTP/1.1\r\nHost: alpine.localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`

    test('after SIGTERM, requests in progress finish, new ones are refused, and the process exits with 0', async () => {
      const whole = request(`refresh_token=${refreshToken}`)
      const [idle, inBody, inHead] = await Promise.all([
        Wire.open(server.port),
        Wire.open(server.port),
        Wire.open(server.port),
      ])
      idle.send(whole)
      await idle.answers(1)
      inBody.send(whole)
      await inBody.answers(1)
      inBody.send(whole.slice(0, -20))
      inHead.send('GET /readyz HTTP/1.1\r\nHost: anywhere\r\n')
      await untilRead(server.port)

      const ended = server.stop()
      await refusesConnections(server.port)
      assert.match(await idle.closed, /^HTTP\/1\.1 200 OK/, 'a connection that waits for nothing is closed')
      inBody.send(whole.slice(-20))
      const answers = (await inBody.closed).split('HTTP/1.1 ').slice(1)
      assert.equal(answers.length, 2)
      for (const answer of answers) assert.match(answer, /^200 OK[\s\S]*air_live_at_\w{38}$/)
      assert.match(answers[1] ?? '', /^connection: close\r$/im, 'and is told that it was the last')
      inHead.send('\r\n')
      const notReady = await inHead.closed
      assert.match(notReady, /^HTTP\/1\.1 503 /)
      assert.match(notReady, /"status":"stopping"/)
      assert.equal(await ended, 0)
    })
  })
}

test('a server that is told to stop says so on new connections, and answers them, before it closes', async (t) => {
  const place = await preparedPlace('sqlite')
  t.after(place.dispose)
  const server = await startServerProcess({ ...place.environment, AIRSIDE_DRAIN_SECONDS: '2' })
  assert.equal((await server.client.ask('http://localhost/readyz')).status, 200)
  const ended = server.stop()
  let ready = await server.client.ask('http://localhost/readyz')
  while (ready.status === 200) ready = await server.client.ask('http://localhost/readyz')
  assert.equal(ready.status, 503)
  assert.deepEqual(ready.json(), { status: 'stopping', version: VERSION })
  assert.equal((await server.client.ask('http://localhost/healthz')).status, 200, 'it is not dead')
  assert.equal((await server.client.ask('http://localhost/')).status, 200, 'what still comes is served')
  assert.equal(await ended, 0)
})

test('each answer of a server that drains is the last on its connection, so that proxies keep none that ends under a request', async (t) => {
  const place = await preparedPlace('sqlite')
  t.after(place.dispose)
  const patient = { AIRSIDE_DRAIN_SECONDS: '300', AIRSIDE_STOP_SECONDS: '300' }
  const server = await startServerProcess({ ...place.environment, ...patient })
  t.after(() => server.stop('SIGKILL'))
  const kept = await Wire.open(server.port)
  const ask = () => kept.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  ask()
  await kept.answers(1)
  server.child.kill('SIGTERM')
  while ((await server.client.ask('http://localhost/readyz')).status === 200);
  ask()
  const [before, during] = (await kept.closed).split('HTTP/1.1 200 OK').slice(1)
  assert.match(before ?? '', /^connection: keep-alive\r$/im)
  assert.match(during ?? '', /^connection: close\r$/im)
})

test('requests on connections that the system took while the server was held up are answered before its port closes', async (t) => {
  const place = await preparedPlace('sqlite')
  t.after(place.dispose)
  const server = await startServerProcess(place.environment)
  t.after(() => server.stop('SIGKILL'))
  server.child.kill('SIGSTOP')
  const waiting = await Promise.all(Array.from({ length: 20 }, () => Wire.open(server.port)))
  for (const wire of waiting) wire.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  server.child.kill('SIGTERM')
  server.child.kill('SIGCONT')
  const answers = await Promise.allSettled(waiting.map(({ closed }) => closed))
  const lost = answers.filter((answer) => answer.status === 'rejected' || !answer.value.startsWith('HTTP/1.1 200'))
  assert.deepEqual(lost, [])
})

test('a mail server that does not answer does not keep a server from stopping', async (t) => {
  const mail = await startSmtpServer()
  mail.hold(true)
  const place = await preparedPlace('sqlite')
  t.after(async () => {
    await mail.close()
    await place.dispose()
  })
  const environment = { ...place.environment, AIRSIDE_SMTP_URL: mail.url, AIRSIDE_STOP_SECONDS: '2' }
  await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine'], environment)
  const person = ['--operator', 'alpine', '--environment', 'production', '--email', 'anna@alpine.example']
  await runCommand(['user', 'create', ...person], environment)
  await runCommand(['user', 'reset', ...person], environment)
  const server = await startServerProcess(environment)
  await mail.next()
  const patience = new AbortController()
  const code = await Promise.race([server.stop(), pause(PATIENCE_MS, 'still there', patience)])
  patience.abort()
  assert.equal(code, 0)
})
