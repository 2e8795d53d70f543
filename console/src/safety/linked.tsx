/** Reports that have to do with each other. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Section } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { LINKED, REPORT_UPDATE, type Report, type Standing } from './queries.ts'
import { STATUS_WORDS } from './report-words.ts'

interface LinkedProps {
  readonly report: Report
  /** Those of the list, one of which may be linked. */
  readonly others: readonly Standing[]
  readonly mayChange: boolean
}

export const Linked = ({ report, others, mayChange }: LinkedProps) => {
  const [isLinking, setLinking] = useState(false)
  const { safetyReportId, version: expectedVersion, linkedReportIdList } = report
  const { data } = useQuery({
    ...queryOf(LINKED, { safetyReportIdList: [...linkedReportIdList] }),
    enabled: linkedReportIdList.length > 0,
  })
  const update = useChange(REPORT_UPDATE)
  const link = (other: string) =>
    update.mutate(
      { safetyReportId, input: { linkedReportIdList: [...linkedReportIdList, other] }, expectedVersion },
      { onSuccess: () => setLinking(false) },
    )
  const free = others.filter(
    (one) => one.safetyReportId !== safetyReportId && !linkedReportIdList.includes(one.safetyReportId),
  )
  const linked = linkedReportIdList.length === 0 ? [] : (data?.safetyReportList.nodeList ?? [])
  if (linked.length === 0 && !mayChange) return null
  return (
    <Section title="Linked">
      {linked.length > 0 && (
        <ul className="related">
          {linked.map((one) => (
            <li key={one.safetyReportId}>
              <Icon name="shield" />
              <span>
                <Link from="/safety" to="." search={(search) => ({ ...search, open: one.safetyReportId })}>
                  {one.reference}
                </Link>
                <br />
                <span className="small muted">
                  {one.title}, {STATUS_WORDS[one.status].word.toLowerCase()}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <FailureNote error={update.error} what="It was not linked." />
      {isLinking ? (
        <NativeSelect
          label="Link to"
          value=""
          disabled={update.isPending}
          onChange={(event) => link(event.currentTarget.value)}
          data={[
            { value: '', label: free.length === 0 ? 'No other report is listed' : 'Choose a report' },
            ...free.map(({ safetyReportId: value, reference, title }) => ({ value, label: `${reference} ${title}` })),
          ]}
        />
      ) : (
        mayChange && (
          <Button size="xs" onClick={() => setLinking(true)}>
            Link a report
          </Button>
        )
      )}
    </Section>
  )
}
