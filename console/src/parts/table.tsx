// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets that a table is one once its rows are laid out otherwise
/** A table that turns into cards where its place is too narrow, and stays a table for a reader: its roles are explicit. */
import { useElementSize } from '@mantine/hooks'
import type { MouseEvent, ReactNode } from 'react'
import type { Sorting } from '../text/sort.ts'
import { Icon } from './icon.tsx'
import '../look/table.css'

export interface Column {
  readonly name: string
  readonly align?: 'number'
  /** Spoken only: the column of buttons. */
  readonly isUnseen?: boolean
  /** What its rows can be ordered by, as the address names it. */
  readonly sort?: string
}

interface TableProps {
  readonly label: string
  readonly columns: readonly (Column | string)[]
  readonly tall?: boolean
  /** The width in pixels below which its rows are cards. */
  readonly fitsFrom: number
  /** Its cards are two or three lines: for what there is much of. A cell without a label says itself. */
  readonly isBrief?: boolean
  readonly sorting?: Sorting
  readonly children: ReactNode
}

const SortHead = ({ column, sort, sorting }: { column: Column; sort: string; sorting: Sorting }) => {
  const isSorted = sorting.order?.by === sort
  const way = sorting.order?.isDescending ? 'descending' : 'ascending'
  return (
    <th
      role="columnheader"
      scope="col"
      className={column.align === 'number' ? 'number-cell' : undefined}
      aria-sort={isSorted ? way : 'none'}
    >
      <button type="button" className="sort-head" onClick={() => sorting.onSort(sort)}>
        {column.name}
        <Icon name={isSorted ? (way === 'ascending' ? 'up' : 'down') : 'upDown'} />
      </button>
    </th>
  )
}

const HeadCell = ({ column, sorting }: { readonly column: Column; readonly sorting: Sorting | undefined }) =>
  column.sort !== undefined && sorting ? (
    <SortHead column={column} sort={column.sort} sorting={sorting} />
  ) : (
    <th role="columnheader" scope="col" className={column.align === 'number' ? 'number-cell' : undefined}>
      {column.isUnseen ? <span className="unseen">{column.name}</span> : column.name}
    </th>
  )

export const Table = ({ label, columns, tall = false, fitsFrom, isBrief = false, sorting, children }: TableProps) => {
  const { ref, width } = useElementSize()
  const shape = [tall && 'table-tall', width > 0 && width < fitsFrom && 'table-cards', isBrief && 'table-brief']
  return (
    <div ref={ref}>
      <table className={['table', ...shape].filter(Boolean).join(' ')} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => {
              const named = typeof column === 'string' ? { name: column } : column
              return <HeadCell key={named.name} column={named} sorting={sorting} />
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  )
}

interface RowProps {
  /** The row whose record stands open beside the table. */
  readonly isOpen?: boolean
  /** Less ink: what is cancelled or over. */
  readonly isFaint?: boolean
  /** The whole row leads where its first link leads; the link stays what a keyboard and a reader use. */
  readonly isLink?: boolean
  readonly children: ReactNode
}

/** What has a use of its own, and a text that is being selected, stay what they are. */
const follow = (event: MouseEvent<HTMLTableRowElement>): void => {
  const isOwn = (event.target as Element).closest('a, button, input, select, label') !== null
  if (isOwn || getSelection()?.isCollapsed === false) return
  event.currentTarget.querySelector<HTMLAnchorElement>('th a')?.click()
}

export const Row = ({ isOpen = false, isFaint = false, isLink = false, children }: RowProps) => (
  <tr
    role="row"
    {...(isLink ? { onClick: follow } : {})}
    className={
      [isOpen && 'row-open', isFaint && 'row-faint', isLink && 'row-link'].filter(Boolean).join(' ') || undefined
    }
    aria-current={isOpen ? 'true' : undefined}
  >
    {children}
  </tr>
)

/** A line across the whole table: the day that the rows below it belong to. */
export const GroupRow = ({ columns, children }: { readonly columns: number; readonly children: ReactNode }) => (
  <tr role="row" className="group-row">
    <th role="rowheader" scope="row" colSpan={columns}>
      {children}
    </th>
  </tr>
)

interface CellProps {
  /** The column's name, shown on a card. */
  readonly label?: string
  readonly kind?: 'number' | 'action' | 'wide'
  /** On a card it stands beside the name, where its label would say nothing. */
  readonly isTop?: boolean
  readonly isMuted?: boolean
  readonly children: ReactNode
}

export const Cell = ({ label, kind, isTop = false, isMuted = false, children }: CellProps) => (
  <td
    role="cell"
    data-label={isTop ? undefined : label}
    className={[kind && `${kind}-cell`, isTop && 'top-cell', isMuted && 'muted'].filter(Boolean).join(' ') || undefined}
  >
    {children}
  </td>
)

/** The cell that names its row. */
export const NameCell = ({ children }: { readonly children: ReactNode }) => (
  <th role="rowheader" scope="row">
    {children}
  </th>
)
