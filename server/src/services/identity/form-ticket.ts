/** Single-use tickets for forms that need no sign-in: the first submission spends the ticket. */
import { latestExpiry, makeFormTicket, readFormTicket } from '../../domain/identity/form-ticket.ts'
import { spendForm } from '../../storage/identity/spent-forms.ts'
import { brakeSender, type Pace } from '../request-brake.ts'
import type { WorldAt } from '../world.ts'
import { networkOf } from './guess-brake.ts'

export const newFormTicket = (at: WorldAt): string => makeFormTicket(at.realNow(), at.randomBytes)

/** A whole office may sign in at once behind one address. */
const PACE: Pace = { burst: 300, perSecond: 5 }

/** Who sends a form: their network, or what they have shown to be, which keeps others of that network out of their way. */
export interface FormSender {
  readonly address: string
  readonly known?: string | null
}

/**
 * False if the form was submitted before, is too old, or has no ticket. A ticket costs its sender nothing and is a row
 * for twelve hours: each sender spends so many (threats row 602).
 */
export const spendFormTicket = async (
  at: WorldAt,
  text: string,
  { address, known = null }: FormSender,
): Promise<boolean> => {
  const nonce = readFormTicket(text, at.realNow())
  if (nonce === null) return false
  const sender = known ?? `network ${networkOf(address)}`
  brakeSender(at, `forms of ${sender}`, 'Too many forms were sent from your network: wait, then try again', PACE)
  return at.write(async (tx) => spendForm(tx, { nonce, expiresAt: latestExpiry(await tx.realNow()) }))
}
