/** Strangers' work never stands in the lane of somebody who is known (threats row 145). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Failure } from '../../src/domain/failure.ts'
import { PASSWORD_DOORS, PASSWORD_LANES, type PasswordDoor } from '../../src/domain/identity/password-doors.ts'
import { DEVELOPERS_REALM_ID } from '../../src/domain/identity/realm.ts'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { type Comer, FairQueue } from '../../src/services/identity/fair-queue.ts'
import { passwordQueue } from '../../src/services/identity/password.ts'
import { RecentAttempts } from '../../src/services/identity/recent-attempts.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import type { TestServer } from '../support/test-server.ts'

const DOORS = Object.keys(PASSWORD_DOORS) as PasswordDoor[]
const LIMITS = { running: 1, perSource: 2, perRealm: 8, perLane: 64, waitMs: 1_000 }

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
      come({ door: 'sign-in from another browser', realmId: `realm ${realm}`, source: `net ${realm}` }, 'stranger')
    }
    const room = DOORS.filter((door) => hasRoom(queue, { door, realmId: 'alpine', source: 'somebody' }))
    assert.deepEqual(
      room,
      DOORS.filter((door) => door !== 'sign-in from another browser'),
    )
    await open()
  })
})

/**
 * A queue with a clock that stands still; what comes is held until `open` is called, which says who came through in
 * which order.
 */
const floodedQueue = () => {
  const clock = { now: 0 }
  const queue = new FairQueue(LIMITS, () => clock.now)
  const order: string[] = []
  const refused: string[] = []
  const refusals: Failure[] = []
  const door = 'sign-in from another browser'
  /** Whoever comes under an account is named after their network. */
  const check = async (
    source: string,
    realmId: string,
    isRight: boolean,
    as: string | { account: string } = source,
  ) => {
    const name = typeof as === 'string' ? as : source
    const checked = queue.run(
      { door, realmId, source, ...(typeof as !== 'string' && as) },
      async () => void order.push(name),
      () => isRight,
    )
    await checked.catch((failure: Failure) => {
      refusals.push(failure)
      refused.push(name)
    })
  }
  const hold = () => {
    const gate = Promise.withResolvers<void>()
    const held = queue.run({ door: 'current password in a session', realmId: 'x', source: 'x' }, () => gate.promise)
    const all: Promise<void>[] = [held]
    order.length = 0
    return {
      come: (...given: Parameters<typeof check>) => all.push(check(...given)),
      open: async () => {
        gate.resolve()
        await Promise.all(all)
        return order
      },
    }
  }
  return { clock, queue, check, hold, refused, refusals }
}

describe('strangers who try passwords from many networks (threats row 459)', () => {
  const flooders = Array.from({ length: 60 }, (_, at) => ({ source: `net ${at}`, realmId: `realm ${at % 12}` }))

  test('a network that did not fail lately waits for one check of those that did', async () => {
    const { check, hold } = floodedQueue()
    for (const { source, realmId } of flooders) await check(source, realmId, false)
    const { come, open } = hold()
    for (const { source, realmId } of flooders) come(source, realmId, false)
    come('good', 'realm 3', true)
    const order = await open()
    assert.ok(order.indexOf('good') <= 1, String(order.indexOf('good')))
  })

  test('a first-time user waits for at most two checks of each new network that came before', async () => {
    const { check, hold } = floodedQueue()
    const failed = flooders.slice(0, 40)
    for (const { source, realmId } of failed) await check(source, realmId, false)
    const { come, open } = hold()
    for (const { source, realmId } of failed) come(source, realmId, false)
    for (const at of [0, 1, 2]) {
      come(`new ${at}`, 'realm 3', false)
      come(`new ${at}`, 'realm 3', false)
    }
    come('good', 'realm 3', true)
    const order = await open()
    assert.ok(order.indexOf('good') <= 2 * 4, order.slice(0, 12).join())
  })

  test('new networks at one operator take turns with those at another', async () => {
    const { hold } = floodedQueue()
    const { come, open } = hold()
    for (let at = 0; at < LIMITS.perRealm; at++) come(`net ${at}`, 'alpine', false)
    come('good', 'northsea', true)
    const order = await open()
    assert.ok(order.indexOf('good') <= 2, order.join())
  })

  test('one network at many operators has one turn before a network that tried nothing', async () => {
    const { hold } = floodedQueue()
    const { come, open } = hold()
    for (let at = 0; at < 30; at++) come('one network', `realm ${at}`, true)
    come('good', 'realm 40', true)
    const order = await open()
    assert.ok(order.indexOf('good') <= 1, String(order.indexOf('good')))
  })

  test('those that failed go on to have every other turn beside new networks, those that failed least first', async () => {
    const { check, hold } = floodedQueue()
    for (let at = 0; at < 20; at++) await check('flood', 'alpine', false)
    await check('mistyped', 'alpine', false)
    const { come, open } = hold()
    come('flood', 'alpine', false)
    for (const at of [0, 1, 2]) come(`new ${at}`, 'alpine', true)
    come('mistyped', 'alpine', true)
    const order = await open()
    assert.ok(order.indexOf('mistyped') <= 1, order.join())
    assert.ok(order.indexOf('flood') <= 3, order.join())
  })

  test('an office behind one address, whose people sign in, does not stand behind new networks', async () => {
    const { check, hold } = floodedQueue()
    for (let at = 0; at < 30; at++) await check('office', 'alpine', true, { account: `person ${at}` })
    const { come, open } = hold()
    come('new 0', 'alpine', false)
    come('office', 'alpine', true, { account: 'person 31' })
    for (const at of [1, 2, 3]) come(`new ${at}`, 'alpine', false)
    const order = await open()
    assert.ok(order.indexOf('office') <= 2, order.join())
  })

  test('whoever signs in to one account again and again stands behind who did not', async () => {
    const { check, hold } = floodedQueue()
    const flood = { account: 'one account' }
    for (let at = 0; at < 20; at++) await check(`net ${at % 5}`, 'alpine', true, flood)
    const { come, open } = hold()
    for (let at = 0; at < 5; at++) come(`net ${at}`, 'alpine', true, flood)
    come('good', 'alpine', true, { account: 'another' })
    assert.equal((await open()).indexOf('good'), 0)
  })

  test('who ends while they wait give their room back, have failed at nothing, and stand behind who waited', async () => {
    const { queue, hold } = floodedQueue()
    const lifetime = new EndableLifetime()
    const { come, open } = hold()
    const refusal = new Error('the client left')
    const left = queue.run({ door: 'sign-in from another browser', realmId: 'alpine', source: 'left', lifetime }, () =>
      assert.fail('nobody waits for it'),
    )
    for (let at = 1; at < LIMITS.perRealm; at++) come(`net ${at}`, 'alpine', true, 'other')
    lifetime.endBecause(refusal)
    await assert.rejects(left, refusal)
    come('left', 'alpine', true)
    assert.equal((await open()).at(-1), 'left')
    const { come: comeAgain, open: openAgain } = hold()
    comeAgain('left', 'alpine', true, { account: 'mine' })
    comeAgain('other', 'alpine', true)
    assert.deepEqual(await openAgain(), ['other', 'left'], 'by turns they would be first')
  })

  test('where the lane is full, the flooding networks are refused and told how long to wait, not who comes', async () => {
    const { check, hold, refused, refusals } = floodedQueue()
    for (let at = 0; at < 20; at++) await check('flood', 'alpine', false)
    const { come, open } = hold()
    come('flood', 'alpine', false)
    for (let at = 1; at < LIMITS.perRealm; at++) come(`net ${at}`, 'alpine', false)
    come('good', 'alpine', true)
    come('flood', 'alpine', false, 'flood again')
    const order = await open()
    assert.deepEqual(refused.toSorted(), ['flood', 'flood again'])
    assert.ok(order.includes('good'))
    for (const { code, message, retryAfterSeconds } of refusals) {
      assert.equal(code, 'too_many_attempts')
      assert.equal(message, 'Too many passwords from your network were wrong lately: wait 20 seconds, then try again')
      assert.equal(retryAfterSeconds, 20)
    }
  })

  test('a network with many waiting gives its last place to one that has none', async () => {
    const { hold, refused } = floodedQueue()
    const { come, open } = hold()
    for (let at = 0; at < LIMITS.perRealm; at++) come(`net ${at >> 1}`, 'alpine', false, `check ${at}`)
    come('good', 'alpine', true)
    const order = await open()
    assert.deepEqual([refused.length, order.includes('good')], [1, true])
  })

  test('whoever waited for as long as one may is refused and not kept until the deadline', async () => {
    for (const requestMs of [null, 20_000]) {
      const { clock, queue, hold, refused, refusals } = floodedQueue()
      if (requestMs !== null) queue.followDeadline(requestMs)
      const waitMs = requestMs === null ? LIMITS.waitMs : requestMs / 2
      const { come, open } = hold()
      come('early', 'alpine', true)
      clock.now += 1
      come('in time', 'alpine', true)
      clock.now += waitMs - 1
      come('late', 'alpine', true)
      assert.deepEqual([(await open()).toSorted(), refused], [['in time', 'late'], ['early']])
      assert.equal(refusals[0]?.retryAfterSeconds, 1)
    }
  })

  test('one wrong password is forgotten after a minute, hundreds after some, and a right one is no failure', () => {
    const clock = { now: 0 }
    const recent = new RecentAttempts(() => clock.now)
    for (let at = 0; at < 200; at++) recent.begin('flood')
    for (const network of ['mistyped', 'right']) recent.begin(network)
    recent.wasRight('right')
    assert.deepEqual([recent.of('mistyped').failures, recent.of('right')], [1, { failures: 0, attempts: 1 }])
    clock.now += 61_000
    assert.deepEqual([recent.of('mistyped'), recent.of('flood').failures], [{ failures: 0, attempts: 0 }, 99])
    clock.now += 9 * 60_000
    assert.equal(recent.of('flood').failures, 0)
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
