/**
 * Hashes and checks passwords with Node's argon2id, stored in the PHC string format (standard base64 without padding)
 * with the parameters beside the hash. Strings of earlier versions, in base64url or with smaller parameters, still
 * verify and are replaced at the next sign-in.
 */
import { argon2, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Failure } from '../../domain/failure.ts'
import { inNormalForm } from '../../domain/normal-form.ts'
import type { Randomness, WorldAt } from '../world.ts'
import { type Comer, FairQueue } from './fair-queue.ts'

const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const TAG_BYTES = 32

export const MIN_PASSWORD_CHARACTERS = 10
const MAX_PASSWORD_CHARACTERS = 256

/** Leaves one core for everything else. */
const RUNNING = Math.max(1, Math.min(3, availableParallelism() - 1))

/**
 * A check takes about 30 ms, beside a flood several times that. How long one waits follows a request's deadline. A lane
 * has room for eight full realms, so that two that are flooded leave room for the others.
 */
export const passwordQueue = new FairQueue({
  running: RUNNING,
  perSource: 4,
  perRealm: 32,
  perLane: 256,
  waitMs: 5_000,
})

interface Parameters {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly nonce: Buffer
}

const derive = (password: string, parameters: Parameters, tagLength: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { message: inNormalForm(password, 'NFC'), tagLength, ...parameters }, (error, tag) =>
      error ? reject(error) : resolve(tag as Buffer),
    )
  })

export const checkedPassword = (password: string): string => {
  if (password.length < MIN_PASSWORD_CHARACTERS || password.length > MAX_PASSWORD_CHARACTERS) {
    throw new Failure(
      'invalid_request',
      `A password has ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters`,
      {
        details: { field: 'newPassword' },
      },
    )
  }
  return password
}

const inBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

export const hashPassword = async (world: Randomness, password: string): Promise<string> => {
  const nonce = Buffer.from(world.randomBytes(SALT_BYTES))
  const tag = await derive(password, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, nonce }, TAG_BYTES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${inBase64(nonce)}$${inBase64(tag)}`
}

/** Hashes in the same queue as the checks. */
export const hashInTurn = (at: WorldAt, comer: Omit<Comer, 'realmId'>, password: string): Promise<string> =>
  passwordQueue.run({ realmId: at.tenantId, lifetime: at.lifetime, ...comer }, () => hashPassword(at, password))

/** Base64 in either alphabet: strings of earlier versions hold `-` and `_`. */
const SHAPE = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/

const MAX_MEMORY_KIB = 65_536
const MAX_PASSES = 10
const MAX_LANES = 4

/** Whether a hash that somebody else made can be checked here: its parameters say how much memory and time a check takes. */
export const isUsableHash = (hashed: string): boolean => {
  const [, memory, passes, lanes] = SHAPE.exec(hashed) ?? []
  return Number(memory) <= MAX_MEMORY_KIB && Number(passes) <= MAX_PASSES && Number(lanes) <= MAX_LANES
}

/** Uses the parameters in the string. The caller holds a place in the queue. */
export const isPassword = async (password: string, hashed: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = '', expected = ''] = SHAPE.exec(hashed) ?? []
  const tag = Buffer.from(expected, 'base64')
  if (tag.length < TAG_BYTES / 2) return false
  const nonce = Buffer.from(salt, 'base64')
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), nonce }
  return timingSafeEqual(await derive(password, parameters, tag.length), tag)
}

/** True if today's parameters are stronger, or if the string uses the alphabet of earlier versions. */
const isOutdatedHash = (hashed: string): boolean => {
  const [, memory, passes, , salt = '', tag = ''] = SHAPE.exec(hashed) ?? []
  return Number(memory) < MEMORY_KIB || Number(passes) < PASSES || /[-_]/.test(salt + tag)
}

export interface CheckedPassword {
  readonly isRight: boolean
  /** The right password, hashed anew where its hash is outdated. */
  readonly renewed: string | null
}

let nobodysHash: Promise<string> | null = null

/**
 * Does the same work for nobody (null) as for a wrong password. An outdated hash is renewed at once, because only a
 * sign-in brings the password.
 */
export const checkInTurn = (
  world: Randomness,
  comer: Comer,
  password: string,
  hashed: string | null,
): Promise<CheckedPassword> =>
  passwordQueue.run(
    comer,
    async () => {
      nobodysHash ??= hashPassword(world, 'nobody has this password')
      const matches = await isPassword(password, hashed ?? (await nobodysHash))
      if (!matches || hashed === null) return { isRight: false, renewed: null }
      return { isRight: true, renewed: isOutdatedHash(hashed) ? await hashPassword(world, password) : null }
    },
    ({ isRight }) => isRight,
  )
