/** What a list is narrowed to, one press each; the first shows all of it. */
import { Link } from '@tanstack/react-router'
import { Icon, type IconName } from './icon.tsx'

/** Only the place itself is current, not every one that its address begins with. */
export const EXACT = { exact: true, includeSearch: true } as const

export interface Chip {
  readonly word: string
  readonly icon?: IconName
}

interface ChipsProps<Shown extends string> {
  readonly label: string
  readonly all: string
  readonly chips: Readonly<Record<Shown, Chip>>
  /** Null: neither all nor a part of it is shown. */
  readonly chosen: Shown | null | undefined
  /** How many each would show; no number is better than a wrong one. */
  readonly counts?: Readonly<Partial<Record<Shown, number | undefined>>>
  /** What the address says after a press; undefined shows all. */
  readonly searchFor: (shown: Shown | undefined) => object
}

export const Chips = <Shown extends string>({ label, all, chips, chosen, counts, searchFor }: ChipsProps<Shown>) => (
  <nav className="chips" aria-label={label}>
    {([undefined, ...Object.keys(chips)] as (Shown | undefined)[]).map((shown) => {
      const { word, icon }: Chip = shown === undefined ? { word: all } : chips[shown]
      const count = shown && counts?.[shown]
      return (
        <Link
          key={shown ?? ''}
          to="."
          search={searchFor(shown) as never}
          activeOptions={EXACT}
          aria-current={chosen === shown ? 'true' : undefined}
        >
          {icon && <Icon name={icon} />}
          {word}
          {count !== undefined && <span className="chip-count">{count}</span>}
        </Link>
      )
    })}
  </nav>
)
