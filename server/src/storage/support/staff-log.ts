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

/** Everything that was recorded about one application, oldest first. */
export const entriesAbout = (reader: PlatformReader, subjectId: string, most: number): Promise<PlatformAuditRow[]> =>
  reader.db
    .selectFrom('platform_audit_entry')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .orderBy('at')
    .orderBy('audit_entry_id')
    .limit(most)
    .execute()
