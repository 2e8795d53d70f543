/** Strangers' work never stands in the lane of somebody who is known (threats row 145). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { PASSWORD_DOORS, PASSWORD_LANES, type PasswordDoor } from '../../src/domain/identity/password-doors.ts'
import { DEVELOPERS_REALM_ID } from '../../src/domain/identity/realm.ts'
import { type Comer, FairQueue } from '../../src/services/identity/fair-queue.ts'
import { passwordQueue } from '../../src/services/identity/password.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import type { TestServer } from '../support/test-server.ts'

const DOORS = Object.keys(PASSWORD_DOORS) as PasswordDoor[]
const LIMITS = { running: 1, perSource: 2, perRealm: 8, perLane: 64 }

/** A queue whose one place is taken until `open` is called; `order` says who came through. */
const heldQueue = () => {
  const queue = new FairQueue(LIMITS)
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const first = queue.run({ door: 'sign-up of a provider', realmId: 'first', source: 'first' }, () => gate.promise)
  const all: Promise<void>[] = [first]
  const come = (comer: Comer, name: string) => {
    all.push(queue.run(comer, async () => void order.push(name)))
  }
  const open = async () => {
    gate.resolve()
    await Promise.all(all)
    return order
  }
  return { queue, come, open }
}

const hasRoom = (queue: FairQueue, comer: Comer): boolean => {
  try {
    queue.requireRoom(comer)
    return true
  } catch {
    return false
  }
}

describe('the lanes of passwords', () => {
  test('a table of docs/spec names the lane of every door', () => {
    const text = readFileSync(new URL('../../../docs/spec/access-model.md', import.meta.url), 'utf8')
    const written = DOORS.map((door) => new RegExp(`^\\| ${door} \\| ([a-z-]+) \\|`, 'm').exec(text)?.[1])
    assert.deepEqual(written, Object.values(PASSWORD_DOORS))
    assert.deepEqual(PASSWORD_LANES.toSorted(), [...new Set(Object.values(PASSWORD_DOORS))].toSorted())
  })

  for (const flooded of DOORS) {
    test(`when nobody more can wait at the door "${flooded}", every door of another lane has room`, async () => {
      const { queue, come, open } = heldQueue()
      for (let at = 0; at < LIMITS.perRealm; at++) {
        come({ door: flooded, realmId: 'alpine', source: `source ${at}` }, 'flood')
      }
      const room = DOORS.filter((door) => hasRoom(queue, { door, realmId: 'alpine', source: 'somebody' }))
      assert.deepEqual(
        room,
        DOORS.filter((door) => PASSWORD_DOORS[door] !== PASSWORD_DOORS[flooded]),
      )
      assert.equal(hasRoom(queue, { door: flooded, realmId: 'bravo', source: 'somebody' }), true)
      await open()
    })
  }

  test('somebody known waits for one job of strangers at most, at however many realms those are', async () => {
    const { come, open } = heldQueue()
    const strangers = DOORS.filter((door) => PASSWORD_DOORS[door] !== 'known')
    for (const door of strangers) {
      for (let realm = 0; realm < 20; realm++) come({ door, realmId: `realm ${realm}`, source: door }, 'stranger')
    }
    come({ door: 'sign-in from a known browser', realmId: 'alpine', source: 'browser' }, 'known')
    come({ door: 'current password in a session', realmId: 'alpine', source: 'session' }, 'known')
    const order = await open()
    assert.ok(order.indexOf('known') <= 1, String(order.indexOf('known')))
    assert.ok(order.lastIndexOf('known') <= 3, String(order.lastIndexOf('known')))
  })

  test('a flood of sign-ups at every realm holds up no sign-in from another browser by more than two jobs', async () => {
    const { come, open } = heldQueue()
    for (let realm = 0; realm < 20; realm++) {
      come({ door: 'sign-up of a provider', realmId: `realm ${realm}`, source: 'net' }, 'sign-up')
    }
    come({ door: 'sign-in from another browser', realmId: 'alpine', source: 'elsewhere' }, 'sign-in')
    const order = await open()
    assert.ok(order.indexOf('sign-in') <= 2, String(order.indexOf('sign-in')))
  })

  test('what waits in a lane at all realms together is bounded', async () => {
    const { queue, come, open } = heldQueue()
    for (let realm = 0; realm < LIMITS.perLane; realm++) {
      come({ door: 'sign-in from another browser', realmId: `realm ${realm}`, source: 'net' }, 'stranger')
    }
    const room = DOORS.filter((door) => hasRoom(queue, { door, realmId: 'alpine', source: 'somebody' }))
    assert.deepEqual(
      room,
      DOORS.filter((door) => door !== 'sign-in from another browser'),
    )
    await open()
  })
})

describe('a flood of sign-ups', () => {
  let server: TestServer
  let scene: PortalScene
  before(async () => {
    server = await startPortalServer('sqlite')
    scene = new PortalScene(server)
  })
  after(() => server.close())

  test('refuses further sign-ups, and nobody who signs in, from a known browser or another', async () => {
    const owner = await scene.signUp('lena@vektor.example')
    const realmId = DEVELOPERS_REALM_ID
    const gate = Promise.withResolvers<void>()
    const flood: Promise<void>[] = []
    const comer = (source: string): Comer => ({ door: 'sign-up of a provider', realmId, source })
    for (let at = 0; hasRoom(passwordQueue, comer(`net ${at}`)); at++) {
      flood.push(passwordQueue.run(comer(`net ${at}`), () => gate.promise))
    }
    for (const door of ['sign-in from a known browser', 'sign-in from another browser'] as const) {
      assert.equal(hasRoom(passwordQueue, { door, realmId, source: 'somebody' }), true, door)
    }
    const refused = await scene.askToSignUp('other@vektor.example')
    const typed = { email: 'lena@vektor.example', password: PASSWORD }
    const signIns = [owner.browser, scene.visitor()].map((browser) => browser.postFresh('/sign-in/', typed))
    gate.resolve()
    assert.equal(refused.status, 429)
    assert.deepEqual(
      (await Promise.all(signIns)).map(({ status }) => status),
      [303, 303],
    )
    await Promise.all(flood)
  })
})
