/** On whose behalf a record may be written, where its description says so. */
import { actingAs } from '../../domain/operations/acting-as.ts'
import type { AnyDescription } from '../../domain/records/description.ts'
import { userError } from '../../domain/user-error.ts'
import type { Desk } from '../operations/desk.ts'

/** Refuses whoever acts for somebody else, whatever their scopes (threats row 256). */
export const refuseOtherWriters = (
  { writtenBy, noun }: Pick<AnyDescription, 'writtenBy' | 'noun'>,
  { principal }: Pick<Desk, 'principal'>,
): void => {
  if (writtenBy === undefined || actingAs(principal) === writtenBy) return
  throw userError('NOT_ALLOWED', `Only the ${writtenBy} writes this ${noun}`)
}
