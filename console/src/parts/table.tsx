// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets that a table is one once its rows are laid out otherwise
/** A table that turns into cards where its place is too narrow, and stays a table for a reader: its roles are explicit. */
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import '../look/table.css'

export interface Column {
  readonly name: string
  readonly align?: 'number'
  /** Spoken only: the column of buttons. */
  readonly isUnseen?: boolean
}

interface TableProps {
  readonly label: string
  readonly columns: readonly (Column | string)[]
  readonly tall?: boolean
  /** The width in pixels below which its rows are cards. */
  readonly fitsFrom: number
  readonly children: ReactNode
}

const HeadCell = ({ column }: { readonly column: Column }) => (
  <th role="columnheader" scope="col" className={column.align === 'number' ? 'number-cell' : undefined}>
    {column.isUnseen ? <span className="unseen">{column.name}</span> : column.name}
  </th>
)

export const Table = ({ label, columns, tall = false, fitsFrom, children }: TableProps) => {
  const { ref, width } = useElementSize()
  const shape = [tall && 'table-tall', width > 0 && width < fitsFrom && 'table-cards']
  return (
    <div ref={ref}>
      <table className={['table', ...shape].filter(Boolean).join(' ')} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => {
              const named = typeof column === 'string' ? { name: column } : column
              return <HeadCell key={named.name} column={named} />
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  )
}

export const Row = ({ children }: { readonly children: ReactNode }) => <tr role="row">{children}</tr>

interface CellProps {
  /** The column's name, shown on a card. */
  readonly label?: string
  readonly kind?: 'number' | 'action' | 'wide'
  readonly isMuted?: boolean
  readonly children: ReactNode
}

export const Cell = ({ label, kind, isMuted = false, children }: CellProps) => (
  <td
    role="cell"
    data-label={label}
    className={[kind && `${kind}-cell`, isMuted && 'muted'].filter(Boolean).join(' ') || undefined}
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
