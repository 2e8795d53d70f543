/**
 * The places where passwords are hashed are few and everybody's: who holds one awaits nothing that an operator can make
 * long (threats row 463), and a password that nobody looked at is no guess (threats row 465).
 */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { newFormTicket } from '../../src/services/identity/form-ticket.ts'
import { passwordQueue } from '../../src/services/identity/password.ts'
import { Browser } from '../support/browser.ts'
import { GrantScene, PASSWORD, signedInBrowser } from '../support/code-grant.ts'
import { soon } from '../support/soon.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

/** More than the places that a process has. */
const MOST_PLACES = 3
const WRONG = 'not the right password'

/** Every place is taken until `open` is called. */
const heldPlaces = () => {
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: MOST_PLACES }, (_, at) =>
    passwordQueue.run({ door: 'current password in a session', realmId: `x${at}`, source: 'x' }, () => gate.promise),
  )
  return async () => {
    gate.resolve()
    await Promise.all(held)
  }
}

describe('the places where passwords are hashed', () => {
  let server: TestServer
  let alpine: GrantScene
  let bravo: GrantScene
  before(async () => {
    server = await startServer('sqlite')
    server.clock.standStill()
    alpine = await GrantScene.open(server, 'alpine')
    bravo = await GrantScene.open(server, 'bravo')
  })
  after(() => server.close())

  const typed = ({ tenant }: TestTenant, email: string, password: string) => ({
    email,
    password,
    form: newFormTicket(server.world.at(tenant)),
  })
  const signIn = (at: TestTenant, localAddress: string, email: string, password: string) =>
    new Browser(server.client, at.origin, { localAddress }).post('/sign-in/', typed(at, email, password))
  const hasRoom = (at: TestTenant, source: string): boolean => {
    try {
      passwordQueue.requireRoom({ door: 'sign-in from another browser', realmId: at.tenant.tenantId, source })
      return true
    } catch {
      return false
    }
  }
  /** What the operator writes goes on until `end` is called. */
  const longWrite = async (at: TestTenant) => {
    let [isBegun, isOver] = [false, false]
    const written = server.world.storage.during(new EndableLifetime()).writeTenant(at.tenant.tenantId, async (tx) => {
      isBegun = true
      while (!isOver) await tx.now()
    })
    await soon('the write has begun', () => isBegun)
    return async () => {
      isOver = true
      await written
    }
  }
  const some = (count: number, localAddress: string) =>
    Array.from({ length: count }, (_, each) => signIn(alpine.at, localAddress, `nobody${each}@alpine.example`, WRONG))

  test('sign-ins at an operator that writes for long keep nobody of another operator waiting', async () => {
    const open = heldPlaces()
    const waiting = some(4, '127.0.0.2')
    await soon('four wait for their turn', () => !hasRoom(alpine.at, '127.0.0.2'))
    const end = await longWrite(alpine.at)
    await open()
    const other = await signIn(bravo.at, '127.0.0.3', bravo.admin.email, PASSWORD)
    await end()
    assert.equal(other.status, 303)
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ status }) => status),
      [403, 403, 403, 403],
    )
  })

  test('a person with many known browsers takes no more room than with one', async () => {
    const browsers: Browser[] = []
    for (let at = 0; at < 5; at++) browsers.push(await signedInBrowser(server, alpine.at, alpine.pilot))
    const open = heldPlaces()
    const signIns = browsers.map((browser) => browser.post('/sign-in/', typed(alpine.at, alpine.pilot.email, PASSWORD)))
    const first = await Promise.race(signIns)
    await open()
    assert.equal(first.status, 429)
    assert.deepEqual((await Promise.all(signIns)).map(({ status }) => status).toSorted(), [303, 303, 303, 303, 429])
  })

  /** Sends a wrong password, and leaves while its check waits for its turn. */
  const leave = async (localAddress: string): Promise<void> => {
    const { host } = new URL(alpine.at.origin)
    const sent = request({
      host: '127.0.0.1',
      port: server.client.port,
      localAddress,
      method: 'POST',
      path: '/sign-in/',
      setHost: false,
      headers: { host, origin: alpine.at.origin, 'content-type': 'application/x-www-form-urlencoded' },
    })
    sent.on('error', () => {})
    sent.end(new URLSearchParams(typed(alpine.at, alpine.admin.email, WRONG)).toString())
    // With three of the same network beside it there is room for no other while it waits.
    await soon('it waits for its turn', () => !hasRoom(alpine.at, localAddress))
    sent.destroy()
    await soon('it waits no more', () => hasRoom(alpine.at, localAddress))
  }

  test('whoever leaves while a password waits for its turn gives its room back, and has not guessed', async () => {
    const open = heldPlaces()
    const beside = some(3, '127.0.0.4')
    for (let time = 0; time < 8; time++) await leave('127.0.0.4')
    await open()
    await Promise.all(beside)
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++) {
      statuses.push((await signIn(alpine.at, '127.0.0.4', alpine.admin.email, WRONG)).status)
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
  })
})
