/** The crew: positions, ratings, base, and the next qualification to end. */
import { NativeSelect } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'
import { usePages } from '../graph/pages.ts'
import { Empty } from '../parts/empty.tsx'
import { daysBetween, utcDay } from '../parts/instant.ts'
import { Paged } from '../parts/paged.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { CREW_POSITIONS, crewFilter } from './crew-search.ts'
import { TypedFilter } from './typed-filter.tsx'

const CREW = graphql(`
  query Crew($filter: CrewFilter, $page: PageInput) {
    crewMemberList(filter: $filter, page: $page) {
      nodeList {
        crewMemberId
        code
        name
        surname
        positionList
        typeRatingList
        isActive
        base {
          iCAO
          name
        }
        qualificationList {
          label
          validTo
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

type CrewMember = ResultOf<typeof CREW>['crewMemberList']['nodeList'][number]

const SOON_DAYS = 30

/** Ended is red, soon is heavier ink (amber is the sandbox's). */
const NextToEnd = ({ crew }: { readonly crew: CrewMember }) => {
  const next = crew.qualificationList
    .flatMap(({ label, validTo }) => (validTo === null ? [] : [{ label, validTo }]))
    .sort((a, b) => a.validTo.localeCompare(b.validTo))[0]
  if (!next) return <span className="muted">nothing ends</span>
  const days = daysBetween(new Date(), new Date(`${next.validTo}T23:59:59Z`))
  return (
    <span className="row">
      {next.label}, {utcDay(new Date(next.validTo))}
      {days < 0 && <Tag tone="fail">Expired</Tag>}
      {days >= 0 && days <= SOON_DAYS && <Tag tone="solid">in {days} d</Tag>}
    </span>
  )
}

const CrewRow = ({ crew }: { readonly crew: CrewMember }) => (
  <Row>
    <NameCell>
      <span className="mono">{crew.code}</span> {crew.name} {crew.surname}{' '}
      {!crew.isActive && <Tag tone="line">Inactive</Tag>}
    </NameCell>
    <Cell label="Positions">
      <span className="mono">{crew.positionList.join(' ')}</span>
    </Cell>
    <Cell label="Type ratings">
      <span className="mono">{crew.typeRatingList.join(' ') || '–'}</span>
    </Cell>
    <Cell label="Base">
      <span className="mono" title={crew.base.name}>
        {crew.base.iCAO ?? crew.base.name}
      </span>
    </Cell>
    <Cell label="Next to end" kind="wide">
      <NextToEnd crew={crew} />
    </Cell>
  </Row>
)

const CrewFilters = () => {
  const search = useSearch({ from: '/data/crew' })
  const navigate = useNavigate({ from: '/data/crew' })
  const change = (part: object) => navigate({ search: { ...search, ...part }, replace: true })
  return (
    <div className="filters">
      <TypedFilter label="Code or name" placeholder="Keller" value={search.q} onCommit={(q) => change({ q })} />
      <NativeSelect
        label="Position"
        value={search.position ?? ''}
        onChange={(event) => change({ position: event.currentTarget.value || undefined })}
        data={[{ value: '', label: 'Any position' }, ...CREW_POSITIONS]}
      />
      <TypedFilter label="Base" placeholder="LSZH" value={search.base} onCommit={(base) => change({ base })} />
    </div>
  )
}

export const CrewTable = () => {
  const filter = crewFilter(useSearch({ from: '/data/crew' }))
  const pages = usePages(
    CREW,
    (page) => ({ filter, page }),
    (data) => data.crewMemberList,
  )
  return (
    <>
      <CrewFilters />
      <Paged
        pages={pages}
        label="Crew"
        moreLabel="Show more"
        empty={<Empty icon="users" title="Nobody matches" action={<Link to="/data/crew">Show all</Link>} />}
      >
        {(crew) => (
          <Table fitsFrom={680} label="Crew" columns={['Person', 'Positions', 'Type ratings', 'Base', 'Next to end']}>
            {crew.map((member) => (
              <CrewRow key={member.crewMemberId} crew={member} />
            ))}
          </Table>
        )}
      </Paged>
    </>
  )
}
