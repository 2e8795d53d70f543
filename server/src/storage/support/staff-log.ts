/** What staff did, newest first: entries of the platform's audit log. */
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

/** Changes of an application's registration, newest first. */
export const registrationChanges = (
  reader: PlatformReader,
  clientId: string,
  most: number,
): Promise<PlatformAuditRow[]> =>
  reader.db
    .selectFrom('platform_audit_entry')
    .selectAll()
    .where('subject_id', '=', clientId)
    .where('action', '=', 'application.changed')
    .orderBy('at', 'desc')
    .orderBy('audit_entry_id', 'desc')
    .limit(most)
    .execute()
