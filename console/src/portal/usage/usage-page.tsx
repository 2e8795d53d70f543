/** How the application was used at every operator that allowed it: counts and outcomes, never an operator's data. */
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { queryOf } from '../../graph/query.ts'
import { Loaded } from '../../states/loaded.tsx'
import { Note } from '../../states/note.tsx'
import { ApplicationFrame } from '../application-frame.tsx'
import { type Application, ME } from '../queries.ts'
import { USAGE } from './queries.ts'
import { Latency, Outcomes, TokensPerRequest, UsageFigures } from './usage-charts.tsx'
import { UsageFilters } from './usage-filters.tsx'
import { readSearch } from './usage-search.ts'
import { Errors, Operators, Recent } from './usage-tables.tsx'

const Use = ({ application }: { readonly application: Application }) => {
  const { searchStr } = useLocation()
  const search = readSearch(searchStr)
  const query = useQuery(queryOf(USAGE, { clientId: application.clientId, ...search }))
  const keptDays = useQuery(queryOf(ME, {})).data?.me.keptRequestDays
  return (
    <>
      <UsageFilters application={application} search={search} />
      <Loaded query={query}>
        {({ application: found }) =>
          found && (
            <div className="stack">
              {found.usage.warning !== null && (
                <Note tone="attention" icon="alert">
                  {found.usage.warning} Support looks at this before production.
                </Note>
              )}
              <UsageFigures usage={found.usage} days={search.days} />
              <Outcomes usage={found.usage} days={search.days} />
              <div className="halves">
                <Latency usage={found.usage} keptDays={keptDays} />
                <TokensPerRequest usage={found.usage} />
              </div>
              <Errors usage={found.usage} />
              <Operators usage={found.usage} />
              <Recent usage={found.usage} />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

export const UsagePage = () => (
  <ApplicationFrame tab="Usage">{(application) => <Use application={application} />}</ApplicationFrame>
)
