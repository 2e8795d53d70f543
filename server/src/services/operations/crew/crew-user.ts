/**
 * Which user a crew member is. Whoever that is sees the member's flights, duties and papers and signs with them, so it
 * is decided by an administrator of the operator in person, who is present, and told to both people (ADR 214, threats
 * rows 405 and 430).
 */
import type { CrewMember } from '../../../domain/operations/crew/crew.ts'
import { nameInMail } from '../../../domain/shown-text.ts'
import { userError } from '../../../domain/user-error.ts'
import { isAdmin, nameOf, type UserRow, userById } from '../../../storage/identity/users.ts'
import { crewMembersOfUsers } from '../../../storage/operations/crew/crew-members.ts'
import { tenantById } from '../../../storage/tenancy/tenants.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { presenceAsked } from '../../identity/presence.ts'
import { tellUser } from '../../identity/security-notice.ts'
import type { Desk } from '../desk.ts'

type Linked = Pick<CrewMember, 'crewMemberId' | 'code' | 'userId'>

const PATH = ['input', 'userId']

/** The administrator who changes it, read in this transaction: a session's user is locked by its guard. */
const deciding = async (tx: ViewTx, { principal }: Desk): Promise<UserRow> => {
  const user = principal.kind === 'user' ? await userById(tx, principal.actorKey) : undefined
  if (user && isAdmin(user)) return user
  const message = 'Which user a crew member is, an administrator of the operator decides, signed in to the console'
  throw userError('NOT_ALLOWED', message, PATH)
}

const tellBoth = async (
  tx: ViewTx,
  desk: Desk,
  { code }: Linked,
  people: Readonly<Record<string, UserRow | undefined>>,
) => {
  const realm = await tenantById(tx.platform, tx.tenantId)
  if (!realm) return
  const at = { realm, randomBytes: desk.world.randomBytes }
  const address = desk.address ?? null
  const by = people.by ? nameInMail(nameOf(people.by)) : ''
  if (people.before) {
    await tellUser(at, tx, people.before, { what: `${by} ended that you are crew member ${code}`, address })
  }
  if (people.after) await tellUser(at, tx, people.after, { what: `${by} made you crew member ${code}`, address })
}

/** The lock on names is held. Nothing is asked or told where the user stays. */
export const decideUser = async (tx: ViewTx, desk: Desk, before: Linked | null, next: Linked): Promise<void> => {
  const from = before?.userId ?? null
  if (next.userId === from) return
  const by = await deciding(tx, desk)
  const after = next.userId === null ? undefined : await userById(tx, next.userId)
  if (next.userId !== null) {
    // Ending it takes access away, which waits for no password.
    if (!desk.isPresent) throw presenceAsked()
    if (!after) throw userError('NOT_FOUND', 'There is no such user', PATH)
    if ((await crewMembersOfUsers(tx, [next.userId])).has(next.userId)) {
      throw userError('VALIDATION', 'Another crew member is this user', PATH)
    }
  }
  const left = from === null ? undefined : await userById(tx, from)
  const actor: Actor = {
    kind: 'user',
    id: by.user_id,
    address: desk.address ?? null,
    requestId: desk.requestId ?? null,
  }
  await recordAudit(desk.world, tx, actor, {
    action: 'crew-member.user-changed',
    subject: { kind: 'crew-member', id: next.crewMemberId },
    detail: { code: next.code, before: left?.email ?? from, after: after?.email ?? null },
  })
  await tellBoth(tx, desk, next, { by, before: left, after })
}
