/**
 * Everything a store holds of one person, for their right to see it: found by the columns that name them in whichever
 * table has one, so that a table that is added later is found too. Secrets are left out.
 */
import { Failure } from '../../../domain/failure.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantReader } from '../../handles.ts'
import { type CarriedRow, quoted } from './carried-rows.ts'
import { type TableShape, tenantTableShapes } from './table-shapes.ts'

/** Columns that name somebody, and the tables in which another column does. */
interface Naming {
  readonly column: string
  readonly also: Readonly<Record<string, readonly string[]>>
}

const USER: Naming = {
  column: 'user_id',
  also: { audit_entry: ['actor_id', 'subject_id'], oauth_grant: ['granted_by'], access_request: ['answered_by'] },
}
const CREW_MEMBER: Naming = { column: 'crew_member_id', also: { external_id: ['record_id'] } }
const CONTACT: Naming = {
  column: 'contact_id',
  also: { trip: ['client_id'], external_id: ['record_id'], audit_entry: ['subject_id'] },
}

const SECRET = /hash|secret|password|totp_last_step|credential_id|challenge/

const shownColumns = ({ columns }: TableShape): string[] =>
  columns.filter(({ name, type }) => type !== 'bytes' && !SECRET.test(name)).map(({ name }) => name)

export type PersonRows = Readonly<Record<string, readonly CarriedRow[]>>

/** A person's rows are in memory at once. */
const MAX_ROWS_PER_TABLE = 100_000

const tooMany = (table: string): Failure =>
  new Failure(
    'invalid_request',
    `There are more than ${MAX_ROWS_PER_TABLE} rows of ${table}: "operator export" has them`,
  )

const rowsNaming = async (reader: TenantReader, { column, also }: Naming, id: string): Promise<PersonRows> => {
  const found: Record<string, readonly CarriedRow[]> = {}
  for (const shape of await tenantTableShapes(reader)) {
    const own = shape.columns.some(({ name }) => name === column) ? [column] : []
    const naming = [...own, ...(also[shape.table] ?? [])]
    if (naming.length === 0) continue
    const condition = fragment.join(
      naming.map((name) => fragment`${fragment.raw(quoted([name]))} = ${id}`),
      ' or ',
    )
    const columns = fragment.raw(quoted(shownColumns(shape)))
    const rows = await rowsOf<CarriedRow>(
      reader,
      fragment`select ${columns} from ${fragment.raw(shape.table)} where tenant_id = ${reader.tenantId} and (${condition})
        limit ${MAX_ROWS_PER_TABLE + 1}`,
    )
    if (rows.length > MAX_ROWS_PER_TABLE) throw tooMany(shape.table)
    if (rows.length > 0) found[shape.table] = rows
  }
  return found
}

/** What is held of a contact: passenger, client or whoever else. */
export const rowsOfContact = (reader: TenantReader, contactId: string): Promise<PersonRows> =>
  rowsNaming(reader, CONTACT, contactId)

/** What is held of a user, and of the crew member that they are. */
export const rowsOfUser = async (reader: TenantReader, userId: string): Promise<PersonRows> => {
  const ofUser = await rowsNaming(reader, USER, userId)
  const crewMemberId = ofUser.crew_member?.[0]?.crew_member_id
  if (typeof crewMemberId !== 'string') return ofUser
  return { ...(await rowsNaming(reader, CREW_MEMBER, crewMemberId)), ...ofUser }
}
