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
import { WAITS_FOR, WORK } from './case-words.ts'
import { type AnswerTime, type Case, ME, QUEUE } from './queries.ts'
import { AgeBar, ageOf, isLate, oldestOf } from './queue-age.tsx'

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

interface Filter {
  readonly search: string
  readonly label: string
  readonly isShown: (one: Case) => boolean
}

const waitsFor = (whom: Case['waitsFor']) => (one: Case) => one.waitsFor === whom

const filtersOf = (myId: string): readonly Filter[] => [
  { search: '', label: 'All', isShown: () => true },
  { search: '?for=support', label: 'Us', isShown: waitsFor('SUPPORT') },
  { search: '?for=me', label: 'Mine', isShown: ({ application }) => application.assignee?.userId === myId },
  { search: '?for=provider', label: 'Providers', isShown: waitsFor('PROVIDER') },
  { search: '?for=date', label: 'Dates', isShown: waitsFor('DATE') },
]

interface CaseRowProps {
  readonly of: Case
  readonly oldest: number
  readonly promisedHours: number
}

const CaseRow = ({ of, oldest, promisedHours }: CaseRowProps) => (
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
      <span className="two-lines">
        <span>
          <Tag tone={TONES[of.waitsFor]}>{WAITS_FOR[of.waitsFor]}</Tag>
        </span>
        <span className="small muted">{of.application.assignee?.name ?? 'nobody yet'}</span>
      </span>
    </Cell>
    <Cell label="Since">
      <Moment at={of.since} />
    </Cell>
    <Cell label="Age">
      <AgeBar of={of} oldest={oldest} promisedHours={promisedHours} />
    </Cell>
  </Row>
)

interface FoundProps {
  readonly queue: readonly Case[]
  readonly answerTime: AnswerTime
  readonly myId: string
}

const Figures = ({ queue, answerTime: { promisedHours, answered, inTime, overdue } }: Omit<FoundProps, 'myId'>) => {
  const forUs = queue.filter(waitsFor('SUPPORT'))
  const late = forUs.filter((one) => isLate(one, promisedHours)).length
  const due = answered + overdue
  return (
    <Strip
      figures={[
        {
          name: 'For us',
          value: forUs.length,
          context: forUs[0] && `oldest ${ageOf(forUs[0].since)}, ${late} over ${promisedHours / 24} d`,
        },
        { name: 'For providers', value: queue.filter(waitsFor('PROVIDER')).length, context: 'rest with them' },
        { name: 'Demos to come', value: queue.filter(waitsFor('DATE')).length },
        {
          name: `First answers within ${promisedHours / 24} d`,
          value: due === 0 ? 'none yet' : `${inTime} of ${due}`,
          context: `demo requests, 30 d${overdue === 0 ? '' : `, ${overdue} still wait`}`,
        },
      ]}
    />
  )
}

const Found = ({ queue, answerTime, myId }: FoundProps) => {
  const { searchStr } = useLocation()
  const filters = filtersOf(myId)
  const chosen = filters.find(({ search }) => search === searchStr) ?? filters[0]
  const shown = queue.filter((one) => chosen?.isShown(one) ?? true)
  const { promisedHours } = answerTime
  return (
    <>
      <Figures queue={queue} answerTime={answerTime} />
      <div className="filters">
        <nav className="segments" aria-label="Waits for">
          {filters.map(({ search, label, isShown }) => (
            <PlaceLink key={label} to={`/${search}`} isCurrent={search === chosen?.search}>
              {label} {queue.filter(isShown).length}
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
              <CaseRow
                key={`${one.application.clientId} ${one.work}`}
                of={one}
                oldest={oldestOf(queue)}
                promisedHours={promisedHours}
              />
            ))}
          </Table>
        )}
      </div>
      <p className="small muted">
        The bar is full at the oldest case, and strong where a case waits for us longer than the {promisedHours / 24}{' '}
        days we promise.
      </p>
    </>
  )
}

export const QueuePage = () => {
  const query = useQuery(queryOf(QUEUE, {}))
  const me = useQuery(queryOf(ME, {})).data?.me
  return (
    <div className="stack">
      <PlatformHead title="Queue" about="Oldest first. What waits for a provider or a date rests with them." />
      <Loaded query={query}>
        {({ queue, answerTime }) => <Found queue={queue} answerTime={answerTime} myId={me?.userId ?? ''} />}
      </Loaded>
    </div>
  )
}
