/** The platform's audit log, newest first: what staff did, and what happened to an application. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader } from '../handles.ts'

export type PlatformAuditRow = Tables['platform_audit_entry']

export const staffEntries = (
  reader: PlatformReader,
  before: { readonly at: number; readonly id: string } | null,
  most: number,
): Promise<PlatformAuditRow[]> =>
  reader.db
    .selectFrom('platform_audit_entry')
    .selectAll()
    .where('actor_kind', '=', 'staff')
    .$if(before !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('at', '<', before?.at ?? 0),
          eb.and([eb('at', '=', before?.at ?? 0), eb('audit_entry_id', '<', before?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_entry_id', 'desc')
    .limit(most)
    .execute()

/** Those of staff whose role a colleague, and not the host, set since a moment. */
export const roleSetSince = async (reader: PlatformReader, since: number): Promise<ReadonlySet<string>> => {
  const entries = await reader.db
    .selectFrom('platform_audit_entry')
    .select('subject_id')
    .where('actor_kind', '=', 'staff')
    .where('action', '=', 'staff.role-set')
    .where('at', '>=', since)
    .execute()
  return new Set(entries.map(({ subject_id }) => subject_id))
}

const entriesAbout = (
  reader: PlatformReader,
  clientId: string,
  actions: readonly string[],
  most: number,
): Promise<PlatformAuditRow[]> =>
  reader.db
    .selectFrom('platform_audit_entry')
    .selectAll()
    .where('subject_id', '=', clientId)
    .where('action', 'in', [...actions])
    .orderBy('at', 'desc')
    .orderBy('audit_entry_id', 'desc')
    .limit(most)
    .execute()

/** What happened to the secrets and the phone number of an application. */
const CREDENTIAL_ACTIONS = [
  'application.secret-added',
  'application.secret-ended',
  'application.secret-renewed',
  'application.phone-changed',
  'application.phone-change-asked',
  'application.phone-change-allowed',
] as const

/** Newest first. */
export const credentialEntries = (
  reader: PlatformReader,
  clientId: string,
  most: number,
): Promise<PlatformAuditRow[]> => entriesAbout(reader, clientId, CREDENTIAL_ACTIONS, most)

/** Changes of an application's registration, newest first. */
export const registrationChanges = (
  reader: PlatformReader,
  clientId: string,
  most: number,
): Promise<PlatformAuditRow[]> => entriesAbout(reader, clientId, ['application.changed'], most)
