/** The audit log: who did what, when and from where. Entries are final; an administrator can export them. */
import { Link, useSearch } from '@tanstack/react-router'
import { usePages } from '../graph/pages.ts'
import { Paged } from '../parts/paged.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Empty } from '../states/empty.tsx'
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
      noun={['entry', 'entries']}
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
      about="Who did what, to what, from where. Entries cannot be changed."
      actions={<CsvButton />}
    />
    <AuditFilters />
    <Entries />
  </AdminsOnly>
)
