/** A crew member's first page: the next duty, two weeks, papers that end, and who sees their details. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonalGrants } from '../account/personal-grants.tsx'
import { byEnd, daysLeft, Papers } from '../data/crew/papers.tsx'
import { queryOf } from '../graph/query.ts'
import { Panel } from '../parts/panel.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Note } from '../states/note.tsx'
import { utcDay, utcMinutes, utcWeekday } from '../text/instant.ts'
import { dayStart, fortnightFrom, nextDutyOf } from './days.ts'
import { Fortnight } from './fortnight.tsx'
import { NextDuty } from './next-duty.tsx'
import { ROSTER, type Roster } from './queries.ts'
import '../data/record.css'
import './roster.css'

const REFRESH_MS = 60_000
const WARNED_DAYS = 30

/** The paper that ends next, said before it stops anybody from flying. */
const PaperWarning = ({ papers }: { readonly papers: Roster['me']['qualificationList'] }) => {
  const [next] = papers.toSorted(byEnd)
  if (next?.validTo == null || daysLeft(next.validTo) > WARNED_DAYS) return null
  const isOver = daysLeft(next.validTo) < 0
  return (
    <Note tone={isOver ? 'fail' : 'attention'} icon="alert">
      <b>
        {next.label} {isOver ? 'ended' : 'ends'} on {utcDay(new Date(next.validTo))}.
      </b>{' '}
      {isOver ? 'You cannot be released for a flight.' : 'After that you cannot be released for a flight.'}
    </Note>
  )
}

const RosterShown = ({ roster, now }: { readonly roster: Roster; readonly now: Date }) => (
  <>
    {roster.me.crewCode === null && (
      <Note icon="person">
        <b>You are not among the crew yet.</b> Crew planning links your account with your crew record; then your duties
        appear here.
      </Note>
    )}
    <PaperWarning papers={roster.me.qualificationList} />
    <NextDuty duty={nextDutyOf(roster.myDutyList, now.getTime())} now={now} />
    {roster.myDutyList.length > 0 && (
      <Fortnight duties={roster.myDutyList} from={dayStart(now.getTime())} now={now.getTime()} />
    )}
    <div className="halves">
      <Panel title="My papers" hint="seen by you and crew planning">
        {roster.me.qualificationList.length === 0 ? (
          <Empty icon="list" title="None yet" />
        ) : (
          <div className="panel-body">
            <Papers papers={roster.me.qualificationList} />
          </div>
        )}
      </Panel>
      <PersonalGrants account={roster.viewer} />
    </div>
  </>
)

export const RosterPage = () => {
  const { name } = useViewer()
  const [now] = useState(() => new Date())
  const query = useQuery({
    ...queryOf(ROSTER, { interval: fortnightFrom(now.getTime()) }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <PageHead title="Your roster" about={`${name}, it is ${utcWeekday(now)}, ${utcMinutes(now)}.`} />
      <Loaded query={query}>{(roster) => <RosterShown roster={roster} now={now} />}</Loaded>
    </>
  )
}
