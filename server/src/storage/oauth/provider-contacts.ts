/**
 * For which contacts of an operator a flight support application acts: chosen at consent, and changed by administrators
 * later. Every statement that depends on it asks this table, so that taking a contact away counts at once.
 */
import { type Fragment, fragment, rowsOf } from '../engines/fragment.ts'
import type { TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    application_provider: { tenant_id: string; client_id: string; contact_id: string; chosen_at: number }
  }
}

export const contactsOfEach = async (
  reader: TenantReader,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  const rows = await rowsOf<{ client: string; contact: string }>(
    reader,
    fragment`select client_id as client, contact_id as contact from application_provider
    where tenant_id = ${reader.tenantId} and client_id ${fragment.among(clientIds)} order by contact_id`,
  )
  const ofClient = Map.groupBy(rows, ({ client }) => client)
  return new Map([...ofClient].map(([client, list]) => [client, list.map(({ contact }) => contact)]))
}

export const contactsOf = async (reader: TenantReader, clientId: string): Promise<string[]> =>
  (await contactsOfEach(reader, [clientId])).get(clientId) ?? []

/** For a condition: a contact that the application acts for. */
export const amongContactsOf = (tenantId: string, clientId: string): Fragment =>
  fragment`in (select bound.contact_id from application_provider bound
    where bound.tenant_id = ${tenantId} and bound.client_id = ${clientId})`

/** Takes the place of what was chosen before; writes that began with that are done again (`services/rights-at-write`). */
export const bindContacts = async (
  tx: TenantTx,
  clientId: string,
  contactIds: readonly string[],
  at: number,
): Promise<void> => {
  tx.changeValidity()
  await tx.db
    .deleteFrom('application_provider')
    .where('tenant_id', '=', tx.tenantId)
    .where('client_id', '=', clientId)
    .execute()
  if (contactIds.length === 0) return
  const values = contactIds.map((contact_id) => ({
    tenant_id: tx.tenantId,
    client_id: clientId,
    contact_id,
    chosen_at: at,
  }))
  await tx.db.insertInto('application_provider').values(values).execute()
}
