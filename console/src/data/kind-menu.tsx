/** The kinds of records: those that people work with most side by side, the others behind one more link. */
import { Menu } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { KINDS, kindAt, labelOf } from './kinds.ts'

/** As the mockups have them; every other kind is in the menu. */
export const FIRST_PATHS = ['flights', 'aircraft', 'crew', 'contacts'] as const

export const KindMenu = () => {
  const viewer = useViewer()
  const { kind: path } = useParams({ strict: false })
  const seen = KINDS.filter(({ scopes }) => mayDo(viewer, scopes.read))
  const first = FIRST_PATHS.flatMap((one) => kindAt(one) ?? []).filter((kind) => seen.includes(kind))
  const others = seen.filter((kind) => !first.includes(kind)).toSorted((a, b) => a.plural.localeCompare(b.plural))
  const current = others.find((kind) => kind.path === path)
  return (
    <div className="filters">
      <nav className="segments" aria-label="Kind of data">
        {first.map((kind) => (
          <Link
            key={kind.name}
            to="/data/$kind"
            params={{ kind: kind.path }}
            activeProps={{ 'aria-current': 'true' }}
            activeOptions={{ includeSearch: false }}
          >
            {labelOf(kind)}
          </Link>
        ))}
      </nav>
      {others.length > 0 && (
        <Menu withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <button type="button" className="kind-more" aria-current={current ? 'true' : undefined}>
              {current ? labelOf(current) : 'More kinds'} <span className="small">of {seen.length}</span>
              <Icon name="chevronDown" />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((kind) => (
              <Menu.Item
                key={kind.name}
                component={Link}
                {...({ to: '/data/$kind', params: { kind: kind.path }, search: {} } as object)}
              >
                {labelOf(kind)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
