/** Signs people of a realm out everywhere: whoever holds their cookies has nothing, and they sign in anew. */
import { Failure } from '../../domain/failure.ts'
import { normalEmail } from '../../domain/identity/email-address.ts'
import { endSessionsOf } from '../../storage/identity/sessions.ts'
import { lockUser, peopleOf } from '../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'

export interface EndedSessions {
  /** Null for everybody. */
  readonly email: string | null
  readonly reason: string
}

/** Returns how many sessions there were. */
export const endSessions = (at: WorldAt, { email, reason }: EndedSessions, actor: Actor): Promise<number> =>
  at.write(async (tx) => {
    const everybody = await peopleOf(tx)
    const people = email === null ? everybody : everybody.filter((person) => person.email === normalEmail(email))
    if (people.length === 0 && email !== null) throw new Failure('not_found', `${email} is not a user here`)
    let ended = 0
    // In one order, so that two of these cannot wait for each other.
    for (const { user_id } of people.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))) {
      await lockUser(tx, user_id)
      const count = await endSessionsOf(tx, user_id, {}, await tx.now())
      ended += count
      if (count === 0) continue
      const subject = { kind: 'user', id: user_id }
      await recordAudit(at, tx, actor, { action: 'user.sessions-ended', subject, detail: { reason, sessions: count } })
    }
    return ended
  })
