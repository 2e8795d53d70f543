/** The queries that ran in this page, to be taken back into the editors. */
import { useGraphiQL } from '@graphiql/react'
import { Button, Menu } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import type { RanQuery } from './ran-queries.ts'

export const HistoryMenu = ({ ran }: { readonly ran: readonly RanQuery[] }) => {
  const queryEditor = useGraphiQL((state) => state.queryEditor)
  const variableEditor = useGraphiQL((state) => state.variableEditor)
  const take = ({ query, variables }: RanQuery) => {
    queryEditor?.setValue(query)
    variableEditor?.setValue(variables)
    queryEditor?.focus()
  }
  return (
    <Menu position="bottom-end" withinPortal={false} returnFocus={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="compact-xs" disabled={ran.length === 0}>
          History {ran.length}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="explorer-history">
        {ran.map((entry) => (
          <Menu.Item
            key={entry.at}
            leftSection={<Icon name={entry.isGood ? 'circleCheck' : 'circleCross'} />}
            rightSection={<Moment at={entry.at} as="seconds" />}
            onClick={() => take(entry)}
          >
            {entry.name}
            <span className="unseen">{entry.isGood ? ', answered' : ', with errors'}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
