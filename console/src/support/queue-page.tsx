/** What waits, the oldest first, and for whom. */
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { PlaceLink } from '../platform/place-link.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Strip } from '../states/strip.tsx'
import { timeLeft } from '../text/instant.ts'
import { ApplicationName } from './application-name.tsx'
import { type Case, QUEUE } from './queries.ts'
import { AgeBar, ageOf, isLate, oldestOf } from './queue-age.tsx'

const WORK: Record<Case['work'], string> = {
  SCHEDULE: 'Schedule the demo',
  HOLD_DEMO: 'Hold the demo',
  DECIDE: 'Decide',
  PHONE_NUMBER: 'Phone number lost',
}

const WAITS_FOR = { SUPPORT: 'Support', PROVIDER: 'Provider', DATE: 'The date' } as const
const TONES = { SUPPORT: 'solid', PROVIDER: 'line', DATE: 'plain' } as const

/** What the work is about: when the demo was or will be, which times are offered. */
const About = ({ of: { application, work } }: { readonly of: Case }) => {
  const { demo, evidenceList } = application
  if (work === 'PHONE_NUMBER') return 'the contact is to be called'
  if (work === 'SCHEDULE') {
    const open = evidenceList.filter(({ isMet }) => !isMet).length
    return open === 0 ? 'every line is met' : `${open} of ${evidenceList.length} lines open`
  }
  if (!demo?.demoAt) return null
  return (
    <>
      {work === 'DECIDE' ? 'demo held ' : ''}
      <Moment at={demo.demoAt} />
      {work === 'HOLD_DEMO' && `, ${timeLeft(new Date(demo.demoAt), new Date())}`}
    </>
  )
}

const FILTERS = [
  { search: '', label: 'All', waitsFor: null },
  { search: '?for=support', label: 'Us', waitsFor: 'SUPPORT' },
  { search: '?for=provider', label: 'Providers', waitsFor: 'PROVIDER' },
  { search: '?for=date', label: 'Dates', waitsFor: 'DATE' },
] as const

const CaseRow = ({ of, oldest }: { readonly of: Case; readonly oldest: number }) => (
  <Row>
    <NameCell>
      <ApplicationName application={of.application} />
    </NameCell>
    <Cell label="What">
      <span className="two-lines">
        <b>{WORK[of.work]}</b>
        <span className="small muted">
          <About of={of} />
        </span>
      </span>
    </Cell>
    <Cell label="Waits for">
      <Tag tone={TONES[of.waitsFor]}>{WAITS_FOR[of.waitsFor]}</Tag>
    </Cell>
    <Cell label="Since">
      <Moment at={of.since} />
    </Cell>
    <Cell label="Age">
      <AgeBar of={of} oldest={oldest} />
    </Cell>
  </Row>
)

const Found = ({ queue }: { readonly queue: readonly Case[] }) => {
  const { searchStr } = useLocation()
  const chosen = FILTERS.find(({ search }) => search === searchStr) ?? FILTERS[0]
  const waiting = (waitsFor: Case['waitsFor'] | null) =>
    waitsFor === null ? queue : queue.filter((one) => one.waitsFor === waitsFor)
  const forUs = waiting('SUPPORT')
  const shown = waiting(chosen.waitsFor)
  return (
    <>
      <Strip
        figures={[
          { name: 'For us', value: forUs.length, context: forUs[0] && `oldest ${ageOf(forUs[0].since)}` },
          { name: 'Later than promised', value: forUs.filter(isLate).length, context: 'over two days' },
          { name: 'For providers', value: waiting('PROVIDER').length, context: 'rest with them' },
          { name: 'Demos to come', value: waiting('DATE').length },
        ]}
      />
      <div className="filters">
        <nav className="segments" aria-label="Waits for">
          {FILTERS.map(({ search, label, waitsFor }) => (
            <PlaceLink key={label} to={`/${search}`} isCurrent={search === chosen.search}>
              {label} {waiting(waitsFor).length}
            </PlaceLink>
          ))}
        </nav>
      </div>
      <div className="panel">
        {shown.length === 0 ? (
          <Empty icon="check" title="Nothing waits" />
        ) : (
          <Table label="Queue" columns={['Application', 'What', 'Waits for', 'Since', 'Age']} fitsFrom={640} tall>
            {shown.map((one) => (
              <CaseRow key={`${one.application.clientId} ${one.work}`} of={one} oldest={oldestOf(queue)} />
            ))}
          </Table>
        )}
      </div>
      <p className="small muted">
        The bar is full at the oldest case, and strong where a case waits for us longer than the two days we promise.
      </p>
    </>
  )
}

export const QueuePage = () => {
  const query = useQuery(queryOf(QUEUE, {}))
  return (
    <div className="stack">
      <PlatformHead title="Queue" about="Oldest first. What waits for a provider or a date rests with them." />
      <Loaded query={query}>{({ queue }) => <Found queue={queue} />}</Loaded>
    </div>
  )
}
