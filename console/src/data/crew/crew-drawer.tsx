/** One crew member with papers and duties. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../graph/graphql.ts'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Tag } from '../../parts/tag.tsx'
import { RecordDrawer } from '../record-drawer.tsx'
import { Facts, QueryShown, Section, Version } from '../record-parts.tsx'
import { spelled } from '../spelled.ts'
import { daysAhead } from '../time-span.ts'
import { CREW_MEMBER, type CrewRecord } from './crew-queries.ts'
import { Papers } from './papers.tsx'
import { POSITION_WORDS } from './positions.ts'

const DAYS_OF_DUTIES = 14

const Duties = ({ duties }: { readonly duties: CrewRecord['dutyList'] }) => (
  <Section title="Duties" aside={`${DAYS_OF_DUTIES} days`}>
    {duties.length === 0 && <p className="muted">none planned</p>}
    <ul className="record-lines">
      {duties.map(({ dutyId, kind, startAt, endAt, warningList }) => (
        <li key={dutyId}>
          <span>
            {spelled(kind)}
            {warningList.map(({ code, message }) => (
              <Tag key={code} tone="solid" icon="alert" title={message}>
                {spelled(code)}
              </Tag>
            ))}
          </span>
          <span className="small muted">
            <Moment at={startAt} /> to <Moment at={endAt} />
          </span>
        </li>
      ))}
    </ul>
  </Section>
)

const CrewDetail = ({ member }: { readonly member: CrewRecord }) => (
  <div className="record">
    <div>
      <Section title="Papers" aside="the next to end first">
        <Papers papers={member.qualificationList} />
      </Section>
      <Duties duties={member.dutyList} />
    </div>
    <div>
      <Section title="Person">
        <Facts
          facts={[
            { name: 'Code', value: <span className="mono">{member.code}</span> },
            { name: 'Positions', value: member.positionList.map((one) => POSITION_WORDS[one]).join(', ') },
            { name: 'Ratings', value: <span className="mono">{member.typeRatingList.join(' ')}</span> },
            { name: 'Base', value: `${member.base.iCAO ?? ''} ${member.base.city ?? member.base.name}`.trim() },
            { name: 'Active', value: member.isActive ? 'yes' : 'no' },
          ]}
        />
      </Section>
      <Version record={member} id={member.crewMemberId} />
    </div>
    <div className="record-whole">
      <QueryShown text={textOf(CREW_MEMBER).trim()} scopes={['crew:read']} />
    </div>
  </div>
)

interface CrewDrawerProps {
  readonly crewMemberId: string | undefined
  readonly list: readonly string[]
  readonly onOpen: (crewMemberId: string | undefined) => void
}

export const CrewDrawer = ({ crewMemberId, list, onOpen }: CrewDrawerProps) => {
  const [ahead] = useState(() => daysAhead(DAYS_OF_DUTIES))
  const query = useQuery({
    ...queryOf(CREW_MEMBER, { crewMemberId: crewMemberId ?? '', ahead }),
    enabled: crewMemberId !== undefined,
  })
  const member = query.data?.crewMember
  return (
    <RecordDrawer
      title={member ? `${member.name} ${member.surname}` : 'Crew member'}
      open={crewMemberId}
      list={list}
      query={query}
      onOpen={onOpen}
    >
      {(data) => data.crewMember && <CrewDetail member={data.crewMember} />}
    </RecordDrawer>
  )
}
