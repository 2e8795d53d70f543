/** The crew: positions, ratings, base, and the next qualification to end. Each member opens beside the table. */
import { NativeSelect } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { allNodes, type PageAsked, usePages } from '../../graph/pages.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { Paged } from '../../parts/paged.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import { TypedFilter } from '../../parts/typed-filter.tsx'
import { Empty } from '../../states/empty.tsx'
import { csvText } from '../../text/csv.ts'
import { utcDay } from '../../text/instant.ts'
import { given } from '../../text/search-text.ts'
import { sorted, sortingOf } from '../../text/sort.ts'
import { AirportFilter, useAirport } from '../airport-filter.tsx'
import { noSuchAirport } from '../airports.ts'
import { ImportLink } from '../import-link.tsx'
import { CREW_CSV, CREW_ORDERS, CREW_TABLE, nextToEnd } from './crew-columns.ts'
import { CrewDrawer } from './crew-drawer.tsx'
import { CREW, type CrewMember } from './crew-queries.ts'
import { CREW_POSITIONS, crewFilter, isNarrowed } from './crew-search.ts'
import { EndTag } from './papers.tsx'
import { POSITION_WORDS } from './positions.ts'

const NextToEnd = ({ crew }: { readonly crew: CrewMember }) => {
  const next = nextToEnd(crew)
  if (!next) return <span className="muted">nothing ends</span>
  return (
    <span className="row">
      {next.label}, {utcDay(new Date(next.validTo))}
      <EndTag validTo={next.validTo} />
    </span>
  )
}

const CrewRow = ({ crew, isOpen }: { readonly crew: CrewMember; readonly isOpen: boolean }) => (
  <Row isOpen={isOpen}>
    <NameCell>
      <span className="mono">{crew.code}</span>{' '}
      <Link
        className="entity-link"
        from="/data/crew"
        to="."
        search={(search) => ({ ...search, open: crew.crewMemberId })}
      >
        {crew.name} {crew.surname}
      </Link>{' '}
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
        data={[
          { value: '', label: 'Any position' },
          ...CREW_POSITIONS.map((position) => ({ value: position, label: POSITION_WORDS[position] })),
        ]}
      />
      <AirportFilter label="Base" value={search.base} onChange={(base) => change({ base })} />
    </div>
  )
}

const Nobody = () => {
  const search = useSearch({ from: '/data/crew' })
  return isNarrowed(search) ? (
    <Empty icon="users" title="Nobody matches" action={<Link to="/data/crew">Show all</Link>} />
  ) : (
    <Empty
      icon="users"
      title="There is no crew yet"
      action={<ImportLink kind="CREW">Import your crew from a file</ImportLink>}
    >
      Crew come from a file, or from your own systems with an API key that may change crew.
    </Empty>
  )
}

const Crew = () => {
  const search = useSearch({ from: '/data/crew' })
  const navigate = useNavigate({ from: '/data/crew' })
  const filter = crewFilter(search)
  const variables = (page: PageAsked) => ({ filter, page })
  const pages = usePages(CREW, variables, (data) => data.crewMemberList)
  const change = (part: { sort?: string | undefined; open?: string | undefined }) =>
    navigate({ search: given({ ...search, ...part }), replace: true })
  const sorting = sortingOf(search.sort, Object.keys(CREW_ORDERS), (sort) => change({ sort }))
  const shown = sorted(pages.nodes ?? [], sorting.order, CREW_ORDERS)
  return (
    <>
      <Paged
        pages={pages}
        label="Crew"
        noun={['person', 'people']}
        isWholeNeeded={sorting.order !== null}
        empty={<Nobody />}
        action={
          <ExportButton
            what="crew"
            load={async () => csvText(CREW_CSV, await allNodes(CREW, variables, (data) => data.crewMemberList))}
          />
        }
      >
        {() => (
          <Table fitsFrom={680} label="Crew" columns={CREW_TABLE} sorting={sorting}>
            {shown.map((member) => (
              <CrewRow key={member.crewMemberId} crew={member} isOpen={member.crewMemberId === search.open} />
            ))}
          </Table>
        )}
      </Paged>
      <CrewDrawer
        crewMemberId={search.open}
        list={shown.map(({ crewMemberId }) => crewMemberId)}
        onOpen={(open) => change({ open })}
      />
    </>
  )
}

export const CrewTable = () => {
  const { base } = useSearch({ from: '/data/crew' })
  const isUnknown = useAirport(base) === null
  return (
    <>
      <CrewFilters />
      {base !== undefined && isUnknown ? (
        <section className="panel" aria-label="Crew">
          <Empty icon="search" title="There is no such airport" action={<Link to="/data/crew">Show all</Link>}>
            {noSuchAirport(base)}
          </Empty>
        </section>
      ) : (
        <Crew />
      )}
    </>
  )
}
