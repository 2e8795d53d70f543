/** Suspends and resumes a user, a key or a grant of one operator: nothing of it works meanwhile, and nothing is lost. */
import { Failure } from '../../domain/failure.ts'
import { endSessionsOf } from '../../storage/identity/sessions.ts'
import { type Suspendable, setSuspended } from '../../storage/incidents/suspension.ts'
import { removeOperatorCodesAllowedBy } from '../../storage/oauth/authorization-codes.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'

export interface SuspensionOf {
  readonly what: Suspendable
  readonly isSuspended: boolean
  readonly reason: string
}

const NAMES = { user: 'user', 'api-key': 'API key', grant: 'grant' } as const

export const setSuspendedOf = (at: WorldAt, { what, isSuspended, reason }: SuspensionOf, actor: Actor): Promise<void> =>
  at.write(async (tx) => {
    if (!(await setSuspended(tx, what, isSuspended))) {
      const state = isSuspended ? 'it is suspended already' : 'it is not suspended'
      throw new Failure('not_found', `There is no such ${NAMES[what.kind]} here, it ended before, or ${state}`)
    }
    if (what.kind === 'user' && isSuspended) {
      await endSessionsOf(tx, what.id, {}, await tx.now())
      await removeOperatorCodesAllowedBy(tx, what.id)
    }
    const action = `${what.kind}.${isSuspended ? 'suspended' : 'resumed'}`
    await recordAudit(at, tx, actor, { action, subject: what, detail: { reason } })
  })
