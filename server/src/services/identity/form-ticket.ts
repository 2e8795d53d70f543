/** Single-use tickets for forms that need no sign-in: the first submission spends the ticket. */
import { makeFormTicket, readFormTicket } from '../../domain/identity/form-ticket.ts'
import { spendForm } from '../../storage/identity/spent-forms.ts'
import type { WorldAt } from '../world.ts'

export const newFormTicket = (at: WorldAt): string => makeFormTicket(at.now(), at.randomBytes)

/** False if the form was submitted before, is too old, or has no ticket. */
export const spendFormTicket = async (at: WorldAt, text: string): Promise<boolean> => {
  const ticket = readFormTicket(text, at.now())
  return ticket !== null && at.write((tx) => spendForm(tx, ticket))
}
