/** What is held of one person, for their right to see it. That it was asked for is in the audit log. */
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { userByEmail } from '../../../storage/identity/users.ts'
import { type PersonRows, rowsOfContact, rowsOfUser } from '../../../storage/tenancy/carrying/person-rows.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import type { WorldAt } from '../../world.ts'

export interface PersonExport {
  readonly airside: 'person'
  readonly operatorId: string
  readonly environment: string
  readonly takenAt: string
  readonly tables: PersonRows
}

const noted = async (
  at: WorldAt<Tenant>,
  subject: { readonly kind: string; readonly id: string },
  actor: Actor,
  tables: PersonRows,
): Promise<PersonExport> => {
  await at.write((tx) => recordAudit(at, tx, actor, { action: `${subject.kind}.exported`, subject }))
  const { operatorId, environment } = at.realm
  return { airside: 'person', operatorId, environment, takenAt: new Date(at.now()).toISOString(), tables }
}

/** Null where there is no such user. */
export const exportUser = async (at: WorldAt<Tenant>, email: string, actor: Actor): Promise<PersonExport | null> => {
  const user = await userByEmail(at.read, email)
  if (!user) return null
  const subject = { kind: 'user', id: user.user_id }
  return noted(at, subject, actor, await at.snapshot((reader) => rowsOfUser(reader, user.user_id)))
}

/** Null where there is no such contact. */
export const exportContact = async (
  at: WorldAt<Tenant>,
  contactId: string,
  actor: Actor,
): Promise<PersonExport | null> => {
  const tables = await at.snapshot((reader) => rowsOfContact(reader, contactId))
  return tables.contact === undefined ? null : noted(at, { kind: 'contact', id: contactId }, actor, tables)
}
