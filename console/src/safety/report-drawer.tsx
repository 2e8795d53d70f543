/** One report beside the list: what happened, its risk, actions, messages and state, and its clocks, codes and links. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { RecordDrawer } from '../data/record-drawer.tsx'
import { Facts, Section } from '../data/record-parts.tsx'
import { queryOf } from '../graph/query.ts'
import { lazily } from '../parts/lazily.ts'
import { Moment } from '../parts/moment.tsx'
import { StateTag, Tag } from '../parts/tag.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Loading } from '../states/loading.tsx'
import { cityOf } from '../text/city.ts'
import { utcDay } from '../text/instant.ts'
import { personName } from '../text/party-name.ts'
import { Actions } from './actions.tsx'
import { Clocks, ToAuthority } from './clocks.tsx'
import { Codes } from './codes.tsx'
import { Files } from './files.tsx'
import { Linked } from './linked.tsx'
import { Original } from './original.tsx'
import { AIRCRAFT_OF, FLIGHT_OF, type Matrix, REPORT, type Report, type Standing } from './queries.ts'
import { ReportText } from './report-text.tsx'
import { GIVEN_WORDS, isOver, STATUS_WORDS, SUBJECT_WORDS } from './report-words.ts'
import { RiskSection } from './risk.tsx'
import { State } from './state.tsx'

const told = () => import('./told.tsx')
const ReportConversation = lazily(told, 'ReportConversation')
const ReportHistory = lazily(told, 'ReportHistory')

const Headline = ({ report }: { readonly report: Report }) => {
  const { status, confidentiality, reference, subject, legalType, occurredOn } = report
  const given = GIVEN_WORDS[confidentiality]
  return (
    <p className="row record-whole">
      <StateTag words={STATUS_WORDS[status]} />
      <Tag tone={confidentiality === 'OPEN' ? 'line' : 'solid'} icon={given.icon}>
        {given.word}
      </Tag>
      <span className="mono muted">{reference}</span>
      <span className="muted">
        {SUBJECT_WORDS[subject]}, {legalType === 'MANDATORY' ? 'mandatory' : 'voluntary'}
      </span>
      <span className="muted">occurred on {utcDay(new Date(occurredOn))}</span>
    </p>
  )
}

const About = ({ report }: { readonly report: Report }) => {
  const { flightId, aircraftId, airport, occurredAt, reporter, confidentiality } = report
  const unnamed = confidentiality === 'OPEN' ? 'from outside' : 'not told'
  const flight = useQuery({ ...queryOf(FLIGHT_OF, { flightId: flightId ?? '' }), enabled: flightId !== null })
  const aircraft = useQuery({ ...queryOf(AIRCRAFT_OF, { aircraftId: aircraftId ?? '' }), enabled: aircraftId !== null })
  return (
    <Section title="About">
      <Facts
        facts={[
          { name: 'Reporter', value: reporter ? personName(reporter) : <span className="muted">{unnamed}</span> },
          {
            name: 'Flight',
            value: flightId && (
              <Link className="mono" to="/data/flights" search={{ open: flightId }}>
                {flight.data?.flight?.flightNo ?? 'Flight'}
              </Link>
            ),
          },
          {
            name: 'Aircraft',
            value: aircraftId && (
              <Link className="mono" to="/data/$kind" params={{ kind: 'aircraft' }} search={{ open: aircraftId }}>
                {aircraft.data?.aircraft?.registration ?? 'Aircraft'}
              </Link>
            ),
          },
          { name: 'Where', value: airport && `${cityOf(airport)} ${airport.iCAO ?? ''}` },
          { name: 'Time', value: occurredAt && <Moment at={occurredAt} as="full" /> },
        ]}
      />
    </Section>
  )
}

interface DetailProps {
  readonly report: Report
  readonly matrix: Matrix
  readonly others: readonly Standing[]
}

const Detail = ({ report, matrix, others }: DetailProps) => {
  const viewer = useViewer()
  const mayWrite = mayDo(viewer, 'safety:write')
  const mayOpen = report.confidentiality !== 'OPEN' && mayDo(viewer, 'safety:reporter:read')
  const mayChange = mayWrite && !isOver(report.status)
  const { safetyReportId, legalType, reportedToAuthorityAt } = report
  return (
    <div className="record">
      <Headline report={report} />
      <div>
        <ReportText report={report} mayChange={mayChange} />
        {mayOpen && <Original safetyReportId={safetyReportId} />}
        <Files report={report} mayChange={mayChange} />
        <RiskSection report={report} matrix={matrix} mayChange={mayChange} />
        <Actions report={report} mayChange={mayChange} />
        <Suspense fallback={<Loading rows={2} />}>
          <ReportConversation id={safetyReportId} />
        </Suspense>
        <State report={report} mayWrite={mayWrite} />
      </div>
      <div>
        {mayChange && legalType === 'MANDATORY' && reportedToAuthorityAt === null && <ToAuthority report={report} />}
        <About report={report} />
        <Codes report={report} mayChange={mayChange} />
        <Clocks report={report} mayChange={mayChange} />
        <Linked report={report} others={others} mayChange={mayChange} />
        <Suspense fallback={null}>
          <ReportHistory id={safetyReportId} />
        </Suspense>
      </div>
    </div>
  )
}

interface ReportDrawerProps {
  readonly open: string | undefined
  readonly list: readonly Standing[]
  readonly onOpen: (safetyReportId: string | undefined) => void
}

export const ReportDrawer = ({ open, list, onOpen }: ReportDrawerProps) => {
  const query = useQuery({ ...queryOf(REPORT, { safetyReportId: open ?? '' }), enabled: open !== undefined })
  return (
    <RecordDrawer
      title={query.data?.safetyReport?.title ?? 'Report'}
      open={open}
      list={list.map(({ safetyReportId }) => safetyReportId)}
      query={query}
      onOpen={onOpen}
    >
      {({ safetyReport: report, riskMatrix: matrix }) =>
        report && <Detail key={report.safetyReportId} report={report} matrix={matrix} others={list} />
      }
    </RecordDrawer>
  )
}
