/** Takes everything that the filters leave along as CSV, page by page. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ask } from '../graph/ask.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import { Icon } from '../parts/icon.tsx'
import { useViewer } from '../shell/viewer.ts'
import { csvOf } from './csv.ts'
import { AUDIT, type AuditEntry, type AuditFilter } from './queries.ts'
import { auditFilter } from './search.ts'

const PAGE_MOST = 500

const allEntries = async (filter: AuditFilter): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof onePage>> = await onePage(filter, after)
    entries.push(...page.nodeList)
    after = page.pageInfo.hasMore ? page.pageInfo.endCursor : null
  } while (after !== null)
  return entries
}

const onePage = async (filter: AuditFilter, after: string | null) =>
  (await ask(AUDIT, { filter, page: { first: PAGE_MOST, after } })).auditEntryList

const save = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

export const CsvButton = () => {
  const filter = auditFilter(useSearch({ from: '/audit-log' }))
  const { operatorId, environment } = useViewer()
  const download = useMutation({
    mutationFn: async () => {
      const day = new Date().toISOString().slice(0, 10)
      save(`audit-log-${operatorId}-${environment}-${day}.csv`, csvOf(await allEntries(filter)))
    },
  })
  return (
    <>
      {download.isError && <FailureNote error={download.error} />}
      <Button leftSection={<Icon name="download" />} loading={download.isPending} onClick={() => download.mutate()}>
        CSV
      </Button>
    </>
  )
}
