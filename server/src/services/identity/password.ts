/** Human passwords: argon2id, Node's own, with its parameters kept beside each hash so that they can grow later. */
import { argon2, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../domain/failure.ts'
import type { World } from '../world.ts'

const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const TAG_BYTES = 32

export const PASSWORD_LEAST = 10
export const PASSWORD_MOST = 256

interface Parameters {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly nonce: Buffer
}

const derive = (password: string, parameters: Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { message: password, tagLength: TAG_BYTES, ...parameters }, (error, tag) =>
      error ? reject(error) : resolve(tag as Buffer),
    )
  })

export const checkedPassword = (password: string): string => {
  if (password.length < PASSWORD_LEAST || password.length > PASSWORD_MOST) {
    throw new Failure('invalid_request', `A password has ${PASSWORD_LEAST} to ${PASSWORD_MOST} characters`, {
      details: { field: 'newPassword' },
    })
  }
  return password
}

export const hashPassword = async (world: Pick<World, 'randomBytes'>, password: string): Promise<string> => {
  const nonce = Buffer.from(world.randomBytes(SALT_BYTES))
  const tag = await derive(password.normalize('NFC'), { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, nonce })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

const SHAPE = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

export const isPassword = async (password: string, hashed: string): Promise<boolean> => {
  const match = SHAPE.exec(hashed)
  if (!match) return false
  const tag = await derive(password.normalize('NFC'), {
    memory: Number(match[1]),
    passes: Number(match[2]),
    parallelism: Number(match[3]),
    nonce: Buffer.from(match[4] ?? '', 'base64url'),
  })
  return timingSafeEqual(tag, Buffer.from(match[5] ?? '', 'base64url'))
}
