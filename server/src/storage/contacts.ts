/** Contacts of one tenant. */
import type { Selectable } from 'kysely'
import type { Contact, ContactDetails, ContactKind } from '../domain/contact.ts'
import type { TenantReader, TenantTx } from './storage.ts'

interface ContactTable {
  tenant_id: string
  contact_id: string
  kind: ContactKind
  name: string
  surname: string | null
  company: string | null
  email: string | null
  phone: string | null
  airport_id: string | null
  date_of_birth: string | null
  nationality: string | null
  document_number: string | null
  document_expiry: string | null
  /** JSON array of external ids. */
  external_id_list: string
  version: number
  created_at: number
  updated_at: number
}

declare module './tables.ts' {
  interface Tables {
    contact: ContactTable
  }
}

const detailColumns = (contact: ContactDetails) => ({
  kind: contact.kind,
  name: contact.name,
  surname: contact.surname,
  company: contact.company,
  email: contact.email,
  phone: contact.phone,
  airport_id: contact.airportId,
  date_of_birth: contact.dateOfBirth,
  nationality: contact.nationality,
  document_number: contact.documentNumber,
  document_expiry: contact.documentExpiry,
  external_id_list: JSON.stringify(contact.externalIdList),
})

const contactOf = (row: Selectable<ContactTable>): Contact => ({
  contactId: row.contact_id,
  kind: row.kind,
  name: row.name,
  surname: row.surname,
  company: row.company,
  email: row.email,
  phone: row.phone,
  airportId: row.airport_id,
  dateOfBirth: row.date_of_birth,
  nationality: row.nationality,
  documentNumber: row.document_number,
  documentExpiry: row.document_expiry,
  externalIdList: JSON.parse(row.external_id_list),
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const insertContact = async (tx: TenantTx, contact: Contact): Promise<void> => {
  await tx.db
    .insertInto('contact')
    .values({
      tenant_id: tx.tenantId,
      contact_id: contact.contactId,
      ...detailColumns(contact),
      version: contact.version,
      created_at: contact.createdAt,
      updated_at: contact.updatedAt,
    })
    .execute()
}

/** Locks the row, so that of two writers who expect the same version one finds it changed. */
export const lockContact = async (tx: TenantTx, contactId: string): Promise<Contact | undefined> => {
  const row = await tx.db
    .selectFrom('contact')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('contact_id', '=', contactId)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  return row && contactOf(row)
}

export const updateContact = async (tx: TenantTx, contact: Contact): Promise<void> => {
  await tx.db
    .updateTable('contact')
    .set({ ...detailColumns(contact), version: contact.version, updated_at: contact.updatedAt })
    .where('tenant_id', '=', tx.tenantId)
    .where('contact_id', '=', contact.contactId)
    .execute()
}

export interface ContactPosition {
  readonly createdAt: number
  readonly contactId: string
}

/** The next contacts in the order they were made. */
export const contactsAfter = async (
  reader: TenantReader,
  after: ContactPosition | null,
  kinds: readonly ContactKind[] | null,
  most: number,
): Promise<Contact[]> => {
  const rows = await reader.db
    .selectFrom('contact')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .$if(kinds !== null, (query) => query.where('kind', 'in', kinds ?? []))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('created_at', '>', after?.createdAt ?? 0),
          eb.and([eb('created_at', '=', after?.createdAt ?? 0), eb('contact_id', '>', after?.contactId ?? '')]),
        ]),
      ),
    )
    .orderBy('created_at')
    .orderBy('contact_id')
    .limit(most)
    .execute()
  return rows.map(contactOf)
}
