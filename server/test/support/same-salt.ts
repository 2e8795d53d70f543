/**
 * People whose passwords are hashed with one salt: hashing is slow on purpose, and a process of tests computes the same
 * hash once (scripts/tests/remembered-hashes.ts). What a test is about is hashed with salts of its own, by the pages.
 */
import { World } from '../../src/services/world.ts'

const SALT = Buffer.from('the salt of all ')

export const withOneSalt = ({ storage, now, randomBytes }: World): World =>
  new World({ storage, now, randomBytes: (count) => (count === SALT.length ? SALT : randomBytes(count)) })
