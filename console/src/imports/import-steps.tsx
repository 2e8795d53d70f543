/** Where an import stands: file, columns, dry run, import. */
import { Icon } from '../parts/icon.tsx'
import { counted } from '../text/count.ts'
import { lineCountOf } from './file-parts.ts'
import type { ImportReport } from './queries.ts'
import type { Chosen } from './use-import.ts'

interface ImportStepsProps {
  readonly chosen: Chosen | null
  readonly report: ImportReport | null
  readonly isDone: boolean
}

const columnsNote = ({ fileColumnList }: ImportReport): string =>
  `${fileColumnList.filter(({ column }) => column !== null).length} of ${fileColumnList.length} used`

const dryRunNote = ({ problemList, lineCount }: ImportReport): string => {
  const wrong = new Set(problemList.map(({ line }) => line)).size
  return wrong === 0 ? `${counted(lineCount, 'line')}, all fine` : `${counted(wrong, 'line')} not importable`
}

/** The step that asks for something; the last one once all is done. */
const stepOf = (report: ImportReport | null, isDone: boolean): number => {
  if (!report) return 1
  return isDone ? 5 : 3
}

export const ImportSteps = ({ chosen, report, isDone }: ImportStepsProps) => {
  const now = stepOf(report, isDone)
  const steps = [
    { name: 'File', note: chosen ? `${chosen.file.name}, ${counted(lineCountOf(chosen.parts), 'line')}` : 'CSV' },
    { name: 'Columns', note: report ? columnsNote(report) : 'found by their headings' },
    { name: 'Dry run', note: report ? dryRunNote(report) : 'nothing is written' },
    { name: 'Import', note: 'can be undone for 24 h' },
  ]
  return (
    <ol className="import-steps" aria-label="Steps">
      {steps.map(({ name, note }, index) => {
        const place = index + 1
        const isPast = place < now
        return (
          <li
            key={name}
            className={isPast ? 'import-step-past' : undefined}
            aria-current={place === now ? 'step' : undefined}
          >
            <span className="import-step-mark" aria-hidden="true">
              {isPast ? <Icon name="check" /> : place}
            </span>
            <b>{name}</b>
            <span className="small muted">{note}</span>
          </li>
        )
      })}
    </ol>
  )
}
