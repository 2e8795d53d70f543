/** A record beside its table: the arrows go to the one before and after it, Escape closes it. */
import { ActionIcon } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'

interface RecordDrawerProps<Data> {
  readonly title: ReactNode
  /** The one that is open, and those of the table in their order. */
  readonly open: string | undefined
  readonly list: readonly string[]
  readonly query: UseQueryResult<Data>
  readonly onOpen: (id: string | undefined) => void
  /** What has few fields needs no more room than a form. */
  readonly isNarrow?: boolean
  /** Null where there is no such record, or none that this person may see. */
  readonly children: (data: Data) => ReactNode | null
}

const Step = ({ label, to, icon, onOpen }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    disabled={to === undefined}
    onClick={() => to !== undefined && onOpen(to)}
  >
    <Icon name={icon} />
  </ActionIcon>
)

interface StepProps {
  readonly label: string
  readonly to: string | undefined
  readonly icon: 'up' | 'down'
  readonly onOpen: (id: string) => void
}

export const RecordDrawer = <Data,>(props: RecordDrawerProps<Data>) => {
  const { title, open, list, query, onOpen, isNarrow = false, children } = props
  const at = open === undefined ? -1 : list.indexOf(open)
  return (
    <SideDrawer
      title={title}
      isOpen={open !== undefined}
      isWide={!isNarrow}
      onClose={() => onOpen(undefined)}
      beside={
        at !== -1 && (
          <span className="record-steps">
            <Step label="The one before" to={list[at - 1]} icon="up" onOpen={onOpen} />
            <Step label="The next one" to={list[at + 1]} icon="down" onOpen={onOpen} />
          </span>
        )
      }
    >
      <Loaded query={query} rows={4}>
        {(data) =>
          children(data) ?? (
            <Empty icon="search" title="There is no such record">
              It may have been removed, or your role does not show it.
            </Empty>
          )
        }
      </Loaded>
    </SideDrawer>
  )
}
