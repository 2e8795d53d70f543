/** Bounds what strangers can make a process write, per network (see request-brake.ts). */
import type { Realm } from '../../domain/identity/realm.ts'
import { brakeSender } from '../request-brake.ts'
import type { World } from '../world.ts'
import { networkOf } from './guess-brake.ts'

export const brakeAddress = (world: World, { tenantId }: Realm, address: string): void =>
  brakeSender(
    world,
    tenantId,
    `network ${networkOf(address)}`,
    'There were too many requests from your network: wait, then try again',
  )
