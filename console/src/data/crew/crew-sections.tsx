/** What a crew member shows beyond its fields: papers and duties. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Section } from '../record-parts.tsx'
import { spelled } from '../spelled.ts'
import { daysAhead } from '../time-span.ts'
import { CREW_OWN, type CrewOwn } from './crew-queries.ts'
import { Papers } from './papers.tsx'

const DAYS_OF_DUTIES = 14

const Duties = ({ duties }: { readonly duties: CrewOwn['dutyList'] }) => (
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

export const CrewSections = ({ id }: { readonly id: string }) => {
  const [ahead] = useState(() => daysAhead(DAYS_OF_DUTIES))
  const { data } = useQuery(queryOf(CREW_OWN, { crewMemberId: id, ahead }))
  if (!data?.crewMember) return null
  return (
    <>
      <Section title="Papers" aside="the next to end first">
        <Papers papers={data.crewMember.qualificationList} />
      </Section>
      <Duties duties={data.crewMember.dutyList} />
    </>
  )
}
