/** What an administrator chose for an application, of a list that the operator has; it is changed in a drawer. */
import { Button } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Loaded } from '../states/loaded.tsx'
import '../parts/scope-use-list.css'

interface Chosen {
  readonly id: string
  readonly name: string
  readonly about: string
}

interface ChosenPanelProps<One> {
  readonly title: string
  /** All that could be chosen, for whoever may read them. */
  readonly offered: UseQueryOptions<One[], Error, One[], string[]>
  readonly readScope: string
  readonly chosen: (all: readonly One[]) => readonly Chosen[]
  readonly ifNone: string
  readonly foot: ReactNode
  readonly choice: (all: readonly One[], close: () => void) => ReactNode
}

export const ChosenPanel = <One,>({
  title,
  offered,
  readScope,
  chosen,
  ifNone,
  foot,
  choice,
}: ChosenPanelProps<One>) => {
  const viewer = useViewer()
  const [isChanging, setChanging] = useState(false)
  const mayList = mayDo(viewer, readScope)
  const query = useQuery({ ...offered, enabled: mayList })
  const list = chosen(query.data ?? [])
  const close = () => setChanging(false)
  return (
    <Panel
      title={title}
      hint={query.data && `${list.length} of ${query.data.length}`}
      aside={
        mayList &&
        mayDo(viewer, 'add-on:write') && (
          <Button size="xs" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
    >
      {list.length === 0 ? (
        <p className="panel-body muted">{ifNone}</p>
      ) : (
        <ul className="scope-list">
          {list.map(({ id, name, about }) => (
            <li key={id}>
              <Icon name="check" />
              <span>{name}</span>
              <span className="scope-use">{about}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="panel-foot small muted">{foot}</p>
      <SideDrawer title={title} isOpen={isChanging} onClose={close}>
        <Loaded query={query}>{(all) => choice(all, close)}</Loaded>
      </SideDrawer>
    </Panel>
  )
}
