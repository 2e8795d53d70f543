/** Add-ons: the applications connected to this operator, and those available (access-model §9). */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { queryOf } from '../graph/query.ts'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Loaded } from '../states/loaded.tsx'
import { possessive } from '../text/possessive.ts'
import { AddOnFilters } from './add-on-filters.tsx'
import { AskPage } from './asking/ask-page.tsx'
import { AskedFor } from './asking/asked-for.tsx'
import { AvailableAddOns } from './available-add-ons.tsx'
import { AvailablePreview } from './available-preview.tsx'
import { ConnectedAddOns } from './connected-add-ons.tsx'
import { ADD_ONS } from './queries.ts'
import { isFound } from './search.ts'
import { AddOnFigures } from './usage/add-on-figures.tsx'
import { CapNotes } from './usage/cap-notes.tsx'

const REFRESH_MS = 30_000

const AddOns = () => {
  const search = useSearch({ from: '/add-ons' })
  const query = useQuery({ ...queryOf(ADD_ONS, {}), refetchInterval: REFRESH_MS })
  return (
    <Loaded query={query}>
      {({ addOnList, availableAddOnList }) => {
        const connected = addOnList.filter((addOn) =>
          isFound(
            addOn,
            addOn.scopeList.map(({ scope }) => scope.name),
            search,
          ),
        )
        const found = availableAddOnList.filter((addOn) =>
          isFound(
            addOn,
            addOn.scopeCeilingList.map(({ name }) => name),
            search,
          ),
        )
        // What was allowed comes first: it may be about to connect.
        const available = found.toSorted((a, b) => Number(b.allowedUntil !== null) - Number(a.allowedUntil !== null))
        return (
          <>
            <AddOnFigures addOns={addOnList} />
            <CapNotes addOns={addOnList} />
            <AddOnFilters connectedCount={addOnList.length} availableCount={availableAddOnList.length} />
            {search.show === 'available' ? (
              <AvailableAddOns addOns={available} isFiltered={available.length < availableAddOnList.length} />
            ) : (
              <>
                <ConnectedAddOns addOns={connected} isFiltered={connected.length < addOnList.length} />
                <AvailablePreview addOns={available} />
              </>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

export const AddOnsPage = () => {
  const viewer = useViewer()
  if (!mayDo(viewer, 'add-on:read')) return <AskPage />
  return (
    <>
      <PageHead
        title="Add-ons"
        about={`Applications that reach ${possessive(viewer.operatorName)} data, and those that can be connected.`}
      />
      <AskedFor />
      <AddOns />
    </>
  )
}
