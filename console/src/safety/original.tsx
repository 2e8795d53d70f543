/** A report that names nobody, as it was written: opened on purpose, because each opening is written down. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Facts, Section } from '../data/record-parts.tsx'
import { ask } from '../graph/ask.ts'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { Loading } from '../states/loading.tsx'
import { cityOf } from '../text/city.ts'
import { personName } from '../text/party-name.ts'
import { FileList } from './file-list.tsx'
import { ORIGINAL, ORIGINAL_LINKS } from './queries.ts'

const Opened = ({ safetyReportId }: { readonly safetyReportId: string }) => {
  const { data, isError } = useQuery(queryOf(ORIGINAL, { safetyReportId }))
  if (isError) return <p role="alert">It could not be opened. Try again later.</p>
  if (!data) return <Loading rows={3} />
  const original = data.safetyReport?.original
  if (!original) return <p className="muted">What was written did not come with the report.</p>
  const { title, narrative, reporter, occurredAt, airport, documentList } = original
  return (
    <>
      <p>
        <b>{title}</b>
      </p>
      <p className="as-written">{narrative}</p>
      <Facts
        facts={[
          { name: 'Reporter', value: reporter ? personName(reporter) : <span className="muted">nobody knows</span> },
          { name: 'Where', value: airport && `${cityOf(airport)} ${airport.iCAO ?? ''}` },
          { name: 'Time', value: <Moment at={occurredAt} as="full" /> },
        ]}
      />
      <FileList files={documentList} linkOf={(id) => linkInOriginal(safetyReportId, id)} />
    </>
  )
}

const linkInOriginal = async (safetyReportId: string, id: string): Promise<string | undefined> => {
  const { safetyReport } = await ask(ORIGINAL_LINKS, { safetyReportId })
  return safetyReport?.original?.documentList.find((file) => file.safetyAttachmentId === id)?.link.path
}

export const Original = ({ safetyReportId }: { readonly safetyReportId: string }) => {
  const [isOpened, setOpened] = useState(false)
  return (
    <Section title="As it was written">
      {isOpened ? (
        <Opened safetyReportId={safetyReportId} />
      ) : (
        <>
          <p className="small muted">It can tell who reported. That you opened it is written to the audit log.</p>
          <Button size="xs" onClick={() => setOpened(true)}>
            Open what was written
          </Button>
        </>
      )}
    </Section>
  )
}
