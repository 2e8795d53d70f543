/** The service provider's staff: made at the host's command line, in a realm that requires a second step. */
import type { Actor } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'
import { createUser } from './users.ts'

export interface NewStaff {
  readonly email: string
  readonly name: string
  readonly password: string
}

export const createStaff = (at: WorldAt, staff: NewStaff, actor: Actor): Promise<string> =>
  createUser(at, { ...staff, surname: '', roles: [] }, actor)
