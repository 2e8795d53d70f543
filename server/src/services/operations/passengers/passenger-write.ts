/** Writing a contact of kind PASSENGER needs passenger:write, whatever the mutation needs by itself (data §3.5). */
import type { Contact } from '../../../domain/operations/contact.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import { userError } from '../../../domain/user-error.ts'
import type { Desk } from '../desk.ts'

const WRITING = scopeSet(['passenger:write'])

export const refusePassengerWrite = (
  { principal }: Pick<Desk, 'principal'>,
  { kind }: Pick<Contact, 'kind'>,
  path: readonly string[],
): void => {
  if (kind !== 'PASSENGER' || holdsAll(principal.scopes, WRITING)) return
  throw userError('NOT_ALLOWED', 'Changing a passenger needs passenger:write', path)
}
