/** The registry of applications: one for all operators and both environments. */
import type { ApplicationMode, ModeAction, ModeActor } from '../domain/application-mode.ts'
import type { ApplicationKind } from '../domain/scopes.ts'
import type { PlatformReader, PlatformTx } from './storage.ts'

export interface ApplicationRow {
  client_id: string
  provider_id: string | null
  name: string
  kind: ApplicationKind
  personal: number
  /** JSON array. */
  redirect_uri_list: string
  description: string
  phone_number: string
  contact: string
  website: string
  connect_url: string | null
  mode: ApplicationMode
  /** What support allows beyond the kind's ceiling, space-delimited. */
  extra_scopes: string
  created_at: number
}

declare module './tables.ts' {
  interface Tables {
    application: ApplicationRow
    application_secret: {
      client_id: string
      hash: string
      last_four: string
      created_at: number
      expires_at: number | null
      revoked_at: number | null
    }
    application_logo: { client_id: string; media_type: string; bytes: Uint8Array }
    application_transition: {
      client_id: string
      position: number
      action: ModeAction
      from_mode: ApplicationMode
      to_mode: ApplicationMode
      at: number
      actor_kind: ModeActor
      actor_id: string | null
      reason: string | null
    }
  }
}

export const applicationByClientId = (reader: PlatformReader, clientId: string): Promise<ApplicationRow | undefined> =>
  reader.db.selectFrom('application').selectAll().where('client_id', '=', clientId).executeTakeFirst()

export const insertApplication = async (tx: PlatformTx, application: ApplicationRow): Promise<void> => {
  await tx.db.insertInto('application').values(application).execute()
}
