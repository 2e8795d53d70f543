/** Requests of users who may not grant: which application, why, and what an administrator answered. */
import { removeSome } from '../bounded-removal.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    access_request: {
      tenant_id: string
      access_request_id: string
      user_id: string
      client_id: string
      /** What the application asked for on its consent page; null where the user asked in the console. */
      scopes: string | null
      note: string | null
      created_at: number
      answer: 'granted' | 'refused' | null
      answered_at: number | null
      answered_by: string | null
      reason: string | null
    }
  }
}

export type AccessRequestRow = Tables['access_request']

/** A request with the names that people read. */
export interface AccessRequest extends AccessRequestRow {
  readonly applicationName: string
  readonly connect_url: string | null
  readonly website: string
  readonly has_logo: number
  readonly name: string
  readonly surname: string
}

type NewRequest = Pick<
  AccessRequestRow,
  'access_request_id' | 'user_id' | 'client_id' | 'scopes' | 'note' | 'created_at'
>

/** False where the user has an open request for this application already. */
export const insertAccessRequest = async (tx: TenantTx, request: NewRequest): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('access_request')
    .values({
      ...request,
      tenant_id: tx.tenantId,
      answer: null,
      answered_at: null,
      answered_by: null,
      reason: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'client_id']).where('answered_at', 'is', null).doNothing(),
    )
    .returning('access_request_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Without those of users who have been removed since. A deleted application keeps its name, and nowhere to connect it. */
const named = (reader: TenantReader) =>
  reader.db
    .selectFrom('access_request')
    .innerJoin('application', 'application.client_id', 'access_request.client_id')
    .leftJoin('application_logo', 'application_logo.client_id', 'access_request.client_id')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'access_request.tenant_id')
        .onRef('user_account.user_id', '=', 'access_request.user_id'),
    )
    .selectAll('access_request')
    .select((eb) => [
      'application.name as applicationName',
      eb
        .case()
        .when('application.deleted_at', 'is', null)
        .then(eb.ref('application.connect_url'))
        .else(null)
        .end()
        .as('connect_url'),
      'application.website',
      'user_account.name',
      'user_account.surname',
      eb.case().when('application_logo.client_id', 'is', null).then(0).else(1).end().as('has_logo'),
    ])
    .where('access_request.tenant_id', '=', reader.tenantId)
    .where('user_account.removed_at', 'is', null)

/** Not answered yet, the oldest first. */
export const openAccessRequests = (reader: TenantReader, most: number): Promise<AccessRequest[]> =>
  named(reader)
    .where('access_request.answered_at', 'is', null)
    .orderBy('access_request.created_at')
    .orderBy('access_request.access_request_id')
    .limit(most)
    .execute()

/** A user's own requests, the latest first. */
export const accessRequestsOf = (reader: TenantReader, userId: string, most: number): Promise<AccessRequest[]> =>
  named(reader)
    .where('access_request.user_id', '=', userId)
    .orderBy('access_request.created_at', 'desc')
    .orderBy('access_request.access_request_id')
    .limit(most)
    .execute()

export const accessRequestById = (reader: TenantReader, accessRequestId: string): Promise<AccessRequest | undefined> =>
  named(reader).where('access_request.access_request_id', '=', accessRequestId).executeTakeFirst()

export const openRequestOf = (
  reader: TenantReader,
  userId: string,
  clientId: string,
): Promise<AccessRequest | undefined> =>
  named(reader)
    .where('access_request.user_id', '=', userId)
    .where('access_request.client_id', '=', clientId)
    .where('access_request.answered_at', 'is', null)
    .executeTakeFirst()

export interface Answer {
  readonly answer: 'granted' | 'refused'
  readonly answered_by: string | null
  readonly answered_at: number
  readonly reason: string | null
}

/** Answers open requests, by their own id, their application or their asker; each is answered once. */
export const answerAccessRequests = (
  tx: TenantTx,
  by: 'access_request_id' | 'client_id' | 'user_id',
  id: string,
  answer: Answer,
): Promise<AccessRequestRow[]> =>
  tx.db
    .updateTable('access_request')
    .set({ ...answer })
    .where('tenant_id', '=', tx.tenantId)
    .where(by, '=', id)
    .where('answered_at', 'is', null)
    .returningAll()
    .execute()

/** Where somebody waits for an answer about this application. */
export const tenantsAskingFor = async (tx: PlatformTx, clientId: string): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('access_request')
    .select('tenant_id')
    .distinct()
    .where('client_id', '=', clientId)
    .where('answered_at', 'is', null)
    .orderBy('tenant_id')
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

export const removeAccessRequestsAnsweredBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(
    tx,
    { from: 'access_request', key: ['tenant_id', 'access_request_id'], by: 'answered_at', before: time },
    most,
  )
