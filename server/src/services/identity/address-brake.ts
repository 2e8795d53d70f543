/** Bounds what strangers can make a process write, per network (see request-brake.ts). */
import { brakeSender } from '../request-brake.ts'
import type { WorldAt } from '../world.ts'
import { networkOf } from './guess-brake.ts'

export const brakeAddress = (at: WorldAt, address: string): void =>
  brakeSender(
    at,
    `network ${networkOf(address)}`,
    'There were too many requests from your network: wait, then try again',
  )
