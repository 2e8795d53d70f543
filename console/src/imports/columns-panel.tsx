/** The columns of the chosen file: what each was found to be, changeable by hand, with values of the file. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { Panel } from '../parts/panel.tsx'
import { fieldWords } from './field-words.ts'
import { IMPORT_COLUMNS, type ImportKind, type ImportReport } from './queries.ts'

interface ColumnsPanelProps {
  readonly kind: ImportKind
  readonly report: ImportReport
  readonly isBusy: boolean
  readonly onChoose: (place: number, column: string | null) => void
}

export const ColumnsPanel = ({ kind, report, isBusy, onChoose }: ColumnsPanelProps) => {
  const { data } = useQuery(queryOf(IMPORT_COLUMNS, {}))
  const known = data?.importColumnList.find((one) => one.kind === kind)
  const columns = report.fileColumnList.map((column, index) => ({ ...column, place: index + 1 }))
  const used = columns.filter(({ column }) => column !== null).length
  const words = (field: string) => `${fieldWords(field)}${known?.requiredList.includes(field) ? ' (needed)' : ''}`
  return (
    <Panel title="Columns" hint={`${used} of ${columns.length} used`}>
      <ul aria-label="Columns of the file">
        {columns.map(({ place, heading, column, sampleList }) => (
          <li key={place} className="import-column">
            <b className="mono">{heading === '' ? `column ${place}` : heading}</b>
            <NativeSelect
              aria-label={`${heading === '' ? `Column ${place}` : heading} is`}
              size="xs"
              value={column ?? ''}
              disabled={isBusy}
              onChange={(event) => onChoose(place, event.currentTarget.value === '' ? null : event.currentTarget.value)}
              data={[
                { value: '', label: 'not imported' },
                ...(known?.columnList ?? (column === null ? [] : [column])).map((field) => ({
                  value: field,
                  label: words(field),
                })),
              ]}
            />
            <span className="small muted mono">{sampleList.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
