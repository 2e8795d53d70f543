/** The columns of the chosen file: what each was found to be, changeable by hand, with values of the file. */
import { NativeSelect } from '@mantine/core'
import { Panel } from '../parts/panel.tsx'
import { neededWords, useFieldWords } from './field-words.ts'
import type { ImportKind, ImportReport } from './queries.ts'

interface ColumnsPanelProps {
  readonly kind: ImportKind
  readonly report: ImportReport
  readonly isBusy: boolean
  readonly onChoose: (place: number, column: string | null) => void
}

export const ColumnsPanel = ({ kind, report, isBusy, onChoose }: ColumnsPanelProps) => {
  const words = useFieldWords(kind)
  const columns = report.fileColumnList.map((column, index) => ({ ...column, place: index + 1 }))
  const used = columns.filter(({ column }) => column !== null).length
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
                ...words.columns.map((one) => ({ value: one.column, label: `${one.label}${neededWords(one, words)}` })),
              ]}
            />
            <span className="small muted mono">{sampleList.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
