/** The service provider's staff: made at the host's command line, in a realm that requires a second step. */
import type { Realm } from '../../domain/identity/realm.ts'
import type { Actor } from '../audit-trail.ts'
import type { World } from '../world.ts'
import { createUser } from './users.ts'

export interface NewStaff {
  readonly email: string
  readonly name: string
  readonly password: string
}

export const createStaff = (world: World, realm: Realm, person: NewStaff, actor: Actor): Promise<string> =>
  createUser(world, realm, { ...person, surname: '', roles: [] }, actor)
