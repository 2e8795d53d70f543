/** Updates are patches (data §3.1): an absent field stays as it is, null clears it. */
import { UserErrors } from '../../domain/user-error.ts'
import type { Given } from './desk.ts'

/** The value of a field after a patch. */
export const kept = <T>(given: Given<T>, before: T | null): T | null => (given === undefined ? before : given)

/** Refuses null for fields that a record cannot be without. */
export const refuseNulls = <I extends object>(
  input: I,
  fields: readonly (keyof I & string)[],
  under: readonly string[] = ['input'],
): void => {
  const cleared = fields.filter((field) => input[field] === null)
  if (cleared.length === 0) return
  const message = 'This cannot be cleared: give a value, or leave the field out to keep what is there'
  throw new UserErrors(cleared.map((field) => ({ code: 'VALIDATION', message, path: [...under, field] })))
}
