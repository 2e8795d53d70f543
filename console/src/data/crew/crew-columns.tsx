/** What the crew's list shows beyond its fields: the first paper to end. */
import { utcDay } from '../../text/instant.ts'
import type { OwnColumns } from '../columns.tsx'
import type { Row } from '../kinds.ts'
import { byEnd, EndTag } from './papers.tsx'

interface Paper {
  readonly label: string
  readonly validTo: string | null
}

const nextToEnd = (row: Row): { label: string; validTo: string } | undefined =>
  (row.qualificationList as readonly Paper[])
    .flatMap(({ label, validTo }) => (validTo === null ? [] : [{ label, validTo }]))
    .toSorted(byEnd)[0]

const NextToEnd = ({ row }: { readonly row: Row }) => {
  const next = nextToEnd(row)
  if (!next) return <span className="muted">nothing ends</span>
  return (
    <span className="row">
      {next.label}, {utcDay(new Date(next.validTo))}
      <EndTag validTo={next.validTo} />
    </span>
  )
}

export const CREW_COLUMNS: OwnColumns = {
  more: { selection: 'qualificationList { label validTo }' },
  variables: () => ({}),
  columns: [
    {
      name: 'nextToEnd',
      label: 'Next to end',
      isWide: true,
      room: 200,
      cell: (row) => <NextToEnd row={row} />,
      sort: (row) => nextToEnd(row)?.validTo ?? null,
      file: (row) => nextToEnd(row)?.label,
    },
  ],
}
