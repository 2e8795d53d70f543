/** The audit log: who did what, when and from where. Nobody can edit it; everybody who administers can take it along. */
import { Link, useSearch } from '@tanstack/react-router'
import { usePages } from '../graph/pages.ts'
import { Empty } from '../parts/empty.tsx'
import { Paged } from '../parts/paged.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { CsvButton } from './csv-button.tsx'
import { AUDIT } from './queries.ts'
import { auditFilter } from './search.ts'

const Entries = () => {
  const filter = auditFilter(useSearch({ from: '/audit-log' }))
  const pages = usePages(
    AUDIT,
    (page) => ({ filter, page }),
    (data) => data.auditEntryList,
  )
  return (
    <Paged
      pages={pages}
      label="Entries"
      moreLabel="Show older"
      empty={<Empty icon="list" title="No entry matches" action={<Link to="/audit-log">Show all</Link>} />}
    >
      {(entries) => <AuditTable entries={entries} />}
    </Paged>
  )
}

export const AuditPage = () => (
  <AdminsOnly scope="audit:read" title="Audit log">
    <PageHead
      title="Audit log"
      about="Every consent, key, revocation and change of role: who, when, from where, under which request id."
      actions={<CsvButton />}
    />
    <AuditFilters />
    <Entries />
  </AdminsOnly>
)
