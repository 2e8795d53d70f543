/** What the list of documents shows beyond its fields: how many people have read the current revision. */
import { Tag } from '../../parts/tag.tsx'
import type { OwnColumns } from '../columns.tsx'
import type { Row } from '../kinds.ts'

const readers = ({ revision, acknowledgementList }: Row): number =>
  (acknowledgementList as readonly { readonly revision: number }[]).filter((each) => each.revision === revision).length

export const DOCUMENT_COLUMNS: OwnColumns = {
  more: { selection: 'acknowledgementList { revision }' },
  variables: () => ({}),
  columns: [
    {
      name: 'readBy',
      label: 'Read by',
      room: 85,
      cell: (row) => {
        const count = readers(row)
        return count === 0 ? <span className="muted">nobody yet</span> : <Tag icon="check">{count}</Tag>
      },
      sort: readers,
      file: readers,
    },
  ],
}
