/** The codes that a report is sorted by: shown as words, changed list by list. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Section } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Tag } from '../parts/tag.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { CODES, REPORT_UPDATE, type Report } from './queries.ts'
import { CODE_LIST_WORDS, CODE_LISTS, type CodeList } from './report-words.ts'

type Code = Pick<Report['codeList'][number], 'list' | 'code'>

const keyOf = ({ list, code }: Code): string => `${list} ${code}`

const Change = ({ report, onClose }: { readonly report: Report; readonly onClose: () => void }) => {
  const [list, setList] = useState<CodeList>('CATEGORY')
  const { data } = useQuery(queryOf(CODES, {}))
  const update = useChange(REPORT_UPDATE)
  const { safetyReportId, version: expectedVersion, codeList } = report
  const given = new Set(codeList.map(keyOf))
  const free = (data?.safetyCodeList ?? []).filter((one) => one.list === list && one.isActive && !given.has(keyOf(one)))
  const save = (codes: readonly Code[]) =>
    update.mutate({
      safetyReportId,
      input: { codeList: codes.map(({ list: of, code }) => ({ list: of, code })) },
      expectedVersion,
    })
  return (
    <div className="form">
      <ul className="record-lines" aria-label="Codes of this report">
        {codeList.map((code) => (
          <li key={keyOf(code)}>
            <span>
              {code.label} <span className="small muted">{CODE_LIST_WORDS[code.list].toLowerCase()}</span>
            </span>
            <Button
              size="xs"
              variant="subtle"
              disabled={update.isPending}
              onClick={() => save(codeList.filter((one) => one !== code))}
            >
              <Icon name="cross" />
              <span className="unseen">Remove {code.label}</span>
            </Button>
          </li>
        ))}
      </ul>
      <NativeSelect
        label="List"
        value={list}
        onChange={(event) => setList(event.currentTarget.value as CodeList)}
        data={CODE_LISTS.map((value) => ({ value, label: CODE_LIST_WORDS[value] }))}
      />
      <NativeSelect
        label="Add a code"
        value=""
        disabled={update.isPending}
        onChange={(event) => save([...codeList, { list, code: event.currentTarget.value }])}
        data={[
          { value: '', label: free.length === 0 ? 'None left in this list' : 'Choose a code' },
          ...free.map(({ code, label }) => ({ value: code, label: `${label} (${code})` })),
        ]}
      />
      <FailureNote error={update.error} what="The codes were not changed." />
      <div className="form-feet">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}

interface CodesProps {
  readonly report: Report
  readonly mayChange: boolean
}

export const Codes = ({ report, mayChange }: CodesProps) => {
  const [isChanging, setChanging] = useState(false)
  return (
    <Section title="Codes">
      {isChanging ? (
        <Change report={report} onClose={() => setChanging(false)} />
      ) : (
        <>
          {report.codeList.length === 0 ? (
            <p className="muted">none yet</p>
          ) : (
            <p className="tags">
              {report.codeList.map((code) => (
                <Tag key={keyOf(code)} title={CODE_LIST_WORDS[code.list]}>
                  {code.label}
                </Tag>
              ))}
            </p>
          )}
          {mayChange && (
            <Button size="xs" onClick={() => setChanging(true)}>
              Change the codes
            </Button>
          )}
        </>
      )}
    </Section>
  )
}
