/**
 * A repetition under an idempotency key answers with what was written then. Its fields are read anew, so a record that
 * left the caller's view meanwhile is not answered: else the repetition would show what came after (threats row 341).
 * Nor is a person who was erased: else it would show what was before.
 */
import { CONTACT_RECORD } from '../domain/operations/contact.ts'
import { TRAVEL_DOCUMENT_RECORD } from '../domain/operations/passengers/travel-document.ts'
import { RECORDS } from '../domain/records/all-records.ts'
import { userError } from '../domain/user-error.ts'
import { isWholeView } from '../domain/view.ts'
import { STORED_RECORDS } from '../storage/operations/stored-records.ts'
import { recordsById } from '../storage/records.ts'
import { unrestricted } from '../storage/view.ts'
import type { QueryContext } from './context.ts'

const uncapitalized = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** By the names that a record, and a list of them, has in a payload. */
const KINDS = new Map(
  RECORDS.flatMap(({ name, entity, id }) => {
    const kind = { stored: STORED_RECORDS[entity], idField: id.field }
    return [
      [uncapitalized(name), kind],
      [`${uncapitalized(name)}List`, kind],
    ] as const
  }),
)

const idsOf = (value: unknown, idField: string): string[] =>
  [value].flat().flatMap((record) => {
    const id = (record as Readonly<Record<string, unknown>> | null | undefined)?.[idField]
    return typeof id === 'string' ? [id] : []
  })

const isUnseen = async ({ reader }: QueryContext, name: string, value: unknown): Promise<boolean> => {
  const kind = KINDS.get(name)
  if (!kind) return false
  const ids = idsOf(value, kind.idField)
  if (ids.length === 0) return false
  const seen = await recordsById(reader, kind.stored, ids)
  const others = ids.filter((id) => !seen.has(id))
  // One that was deleted by the request itself is nowhere, and answered as it was.
  return others.length > 0 && (await recordsById(unrestricted(reader), kind.stored, others)).size > 0
}

const PEOPLE_OF: ReadonlySet<string> = new Set(
  [CONTACT_RECORD, TRAVEL_DOCUMENT_RECORD].flatMap(({ name }) => [uncapitalized(name), `${uncapitalized(name)}List`]),
)

/** A stub is answered as what it is: the repetition of what changed it after the person was erased. */
const isStub = (record: unknown): boolean => (record as { readonly erasedAt?: unknown } | null)?.erasedAt != null

/** A person who was erased since is not answered as they were then, whoever asks (threats row 597). */
const refuseErased = async ({ reader }: QueryContext, payload: object): Promise<void> => {
  const ids = Object.entries(payload)
    .filter(([name]) => PEOPLE_OF.has(name))
    .flatMap(([, value]) =>
      idsOf(
        [value].flat().filter((record) => !isStub(record)),
        CONTACT_RECORD.id.field,
      ),
    )
  if (ids.length === 0) return
  const people = await recordsById(unrestricted(reader), STORED_RECORDS.CONTACT, ids)
  if ([...people.values()].every((person) => !isStub(person))) return
  throw userError('NOT_FOUND', 'Whom this request wrote about was erased since', null)
}

/** A person's own records have doors of their own, each of which asks whose they are. */
const refuseHidden = async (context: QueryContext, payload: object): Promise<void> => {
  const { view } = context.reader
  if (isWholeView(view) || view.of === 'person') return
  for (const [name, value] of Object.entries(payload)) {
    if (!(await isUnseen(context, name, value))) continue
    throw userError('NOT_FOUND', 'What this request wrote then is no longer for the caller to see', null)
  }
}

export const refuseUnseen = async (context: QueryContext, payload: object): Promise<void> => {
  await refuseHidden(context, payload)
  await refuseErased(context, payload)
}
