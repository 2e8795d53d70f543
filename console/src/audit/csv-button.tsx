/** Exports the filtered audit log as CSV. */
import { useSearch } from '@tanstack/react-router'
import { allNodes } from '../graph/pages.ts'
import { ExportButton } from '../parts/export-button.tsx'
import { csvOf } from './csv.ts'
import { AUDIT } from './queries.ts'
import { auditFilter } from './search.ts'

export const CsvButton = () => {
  const filter = auditFilter(useSearch({ from: '/audit-log' }))
  const load = async () =>
    csvOf(
      await allNodes(
        AUDIT,
        (page) => ({ filter, page }),
        (data) => data.auditEntryList,
      ),
    )
  return <ExportButton what="audit-log" load={load} />
}
