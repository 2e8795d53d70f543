/**
 * A repetition under an idempotency key answers with what was written then. Its fields are read anew, so a record that
 * left the caller's view meanwhile is not answered: else the repetition would show what came after (threats row 341).
 */
import { RECORDS } from '../domain/records/all-records.ts'
import { userError } from '../domain/user-error.ts'
import { STORED_RECORDS } from '../storage/operations/stored-records.ts'
import { recordsById } from '../storage/records.ts'
import { unrestricted } from '../storage/view.ts'
import type { QueryContext } from './context.ts'

const uncapitalized = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** By the name that a record has in a payload. */
const KINDS = new Map(
  RECORDS.map(({ name, entity, id }) => [uncapitalized(name), { stored: STORED_RECORDS[entity], idField: id.field }]),
)

const isUnseen = async ({ reader }: QueryContext, name: string, record: object): Promise<boolean> => {
  const kind = KINDS.get(name)
  const id = kind && (record as Readonly<Record<string, unknown>>)[kind.idField]
  if (kind === undefined || typeof id !== 'string') return false
  if ((await recordsById(reader, kind.stored, [id])).size > 0) return false
  // One that was deleted by the request itself is nowhere, and answered as it was.
  return (await recordsById(unrestricted(reader), kind.stored, [id])).size > 0
}

/** A person's own records have doors of their own, each of which asks whose they are. */
export const refuseUnseen = async (context: QueryContext, payload: object): Promise<void> => {
  const { of } = context.reader.view
  if (of === 'operator' || of === 'person') return
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value !== 'object' || value === null || !(await isUnseen(context, name, value))) continue
    throw userError('NOT_FOUND', 'What this request wrote then is no longer for the caller to see', null)
  }
}
