/** Single-use tickets for forms that need no sign-in: the first submission spends the ticket. */
import { makeFormTicket, readFormTicket } from '../../domain/identity/form-ticket.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import { spendForm } from '../../storage/identity/spent-forms.ts'
import type { World } from '../world.ts'

export const newFormTicket = (world: World, { tenantId }: Realm): string =>
  makeFormTicket(world.now(tenantId), world.randomBytes)

/** False if the form was submitted before, is too old, or has no ticket. */
export const spendFormTicket = async (world: World, { tenantId }: Realm, text: string): Promise<boolean> => {
  const ticket = readFormTicket(text, world.now(tenantId))
  return ticket !== null && world.storage.writeTenant(tenantId, (tx) => spendForm(tx, ticket))
}
