/**
 * What people call a request, a quote or a trip on the telephone. A buyer reads such numbers of its own business: they
 * must not tell how much there is of others'. A number is therefore the operator's count, sent to another place by a key
 * of the operator: no two are equal, and without the key their order says nothing (ADR 162, threats row 308).
 */
import { createHmac } from 'node:crypto'

const ROUNDS = 8
const LEAST_DIGITS = 7

/** A permutation of the numbers of twice `bits` bits: a Feistel network, whose rounds need no inverse. */
const permuted = (value: number, bits: number, key: string): number => {
  const size = 2 ** bits
  let [left, right] = [Math.floor(value / size), value % size]
  for (let round = 0; round < ROUNDS; round++) {
    const mixed = createHmac('sha256', key).update(`${bits} ${round} ${right}`).digest().readUInt32BE(0) % size
    ;[left, right] = [right, (left ^ mixed) >>> 0]
  }
  return left * size + right
}

/** The same for the numbers below `size`: what leads outside is led on until it is inside. */
const permutedBelow = (value: number, size: number, key: string): number => {
  const bits = Math.ceil(Math.log2(size) / 2)
  let place = permuted(value, bits, key)
  while (place >= size) place = permuted(place, bits, key)
  return place
}

/** Seven digits, none of them leading zeros; more once all of those are given. `count` begins at 1. */
export const businessNumber = (letter: 'R' | 'Q' | 'S' | 'SR' | 'T' | 'V', count: number, key: string): string => {
  let [index, first] = [count - 1, 10 ** (LEAST_DIGITS - 1)]
  while (index >= 9 * first) {
    index -= 9 * first
    first *= 10
  }
  return `${letter}${first + permutedBelow(index, 9 * first, `${key} ${letter}`)}`
}
