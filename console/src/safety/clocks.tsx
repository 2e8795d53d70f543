/** By when a report has to be where, what went out already, and a button for what has just been sent. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Facts, Section } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { Moment } from '../parts/moment.tsx'
import { Tag } from '../parts/tag.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { utcFull } from '../text/instant.ts'
import { CLOCKS, type ClockOf, leftInWords, runsUntil } from './clock.tsx'
import { REPORT_UPDATE, type Report } from './queries.ts'

const WORDS = { authority: 'Authority', preliminary: 'Preliminary', final: 'Final' } as const

const Value = ({ report, clock }: { readonly report: Report; readonly clock: ClockOf }) => {
  const [due, sent] = [report[clock.due], report[clock.sent]]
  if (sent !== null) {
    return (
      <>
        sent <Moment at={sent} as="day" />
      </>
    )
  }
  if (due === null) return <span className="muted">voluntary, none</span>
  return (
    <>
      <Moment at={due} as="day" />
      {runsUntil(report, clock) !== null && (
        <>
          <br />
          <span className={`small ${Date.parse(due) < Date.now() ? 'safety-bad' : 'muted'}`}>
            {leftInWords(due, Date.now())}
          </span>
        </>
      )}
    </>
  )
}

interface ClocksProps {
  readonly report: Report
  readonly mayChange: boolean
}

export const Clocks = ({ report, mayChange }: ClocksProps) => {
  const update = useChange(REPORT_UPDATE)
  const { safetyReportId, version: expectedVersion } = report
  const send = ({ sent }: ClockOf) =>
    update.mutate({ safetyReportId, input: { [sent]: new Date().toISOString() }, expectedVersion })
  const next = CLOCKS.find((clock) => clock.sort !== 'authority' && report[clock.sent] === null)
  return (
    <Section title="Clocks">
      <Facts
        facts={[
          { name: 'We knew', value: <Moment at={report.awareAt} as="day" /> },
          { name: 'Reporter, 72 h', value: report.isLate ? <span className="safety-bad">late</span> : 'in time' },
          ...CLOCKS.map((clock) => ({ name: WORDS[clock.sort], value: <Value report={report} clock={clock} /> })),
          ...(report.authorityReference === null
            ? []
            : [{ name: 'Their reference', value: <code>{report.authorityReference}</code> }]),
        ]}
      />
      <FailureNote error={update.error} what="It was not noted." />
      {mayChange && next && (
        <Button size="xs" loading={update.isPending} onClick={() => send(next)}>
          {WORDS[next.sort]} report was sent now
        </Button>
      )}
    </Section>
  )
}

/** The way out of the first clock of a MANDATORY report. */
export const ToAuthority = ({ report }: { readonly report: Report }) => {
  const [reference, setReference] = useState('')
  const update = useChange(REPORT_UPDATE)
  const { safetyReportId, version: expectedVersion, authorityDueAt, awareAt } = report
  if (authorityDueAt === null) return null
  const note = () => {
    const input = {
      reportedToAuthorityAt: new Date().toISOString(),
      ...(reference.trim() === '' ? {} : { authorityReference: reference.trim() }),
    }
    update.mutate({ safetyReportId, input, expectedVersion })
  }
  const isGone = Date.parse(authorityDueAt) < Date.now()
  return (
    <Section title="To the authority">
      <p>
        <Tag tone={isGone ? 'fail' : 'solid'} icon="clock">
          {leftInWords(authorityDueAt, Date.now())}
        </Tag>
      </p>
      <p className="small muted">
        We knew {utcFull(new Date(awareAt))}. The authority has to know until {utcFull(new Date(authorityDueAt))}.
      </p>
      <TextInput
        label="Reference of the authority"
        placeholder="FOCA-2026-…"
        maxLength={100}
        autoComplete="off"
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <FailureNote error={update.error} what="It was not noted." />
      <Button size="xs" variant="filled" loading={update.isPending} onClick={note}>
        Reported now
      </Button>
    </Section>
  )
}
