/** Where an import stands: file, columns, dry run, import. */
import { Icon } from '../parts/icon.tsx'
import { counted } from '../text/count.ts'
import { lineCountOf } from './file-parts.ts'
import { wrongLinesOf } from './merged-report.ts'
import type { ImportReport } from './queries.ts'
import type { Chosen } from './send-parts.ts'

interface ImportStepsProps {
  readonly chosen: Chosen | null
  readonly report: ImportReport | null
  /** True from the press of "Import" on. */
  readonly isWriting: boolean
  readonly isDone: boolean
}

const columnsNote = ({ fileColumnList }: ImportReport): string =>
  `${fileColumnList.filter(({ column }) => column !== null).length} of ${fileColumnList.length} used`

const dryRunNote = (report: ImportReport, { parts, leftOut }: Chosen): string => {
  // Only what was all fine is written.
  if (!report.isDryRun) return `${counted(lineCountOf(parts) - leftOut.length, 'line')}, all fine`
  const { count, isCountWhole } = wrongLinesOf(report)
  if (count === 0) return `${counted(report.lineCount, 'line')}, all fine`
  return `${isCountWhole ? '' : 'at least '}${counted(count, 'line')} not importable`
}

/** The step that asks for something; the last one once all is done. */
const stepOf = ({ report, isWriting, isDone }: ImportStepsProps): number => {
  if (!report) return 1
  if (isDone) return 5
  return isWriting ? 4 : 3
}

export const ImportSteps = (props: ImportStepsProps) => {
  const { chosen, report } = props
  const now = stepOf(props)
  const steps = [
    { name: 'File', note: chosen ? `${chosen.file.name}, ${counted(lineCountOf(chosen.parts), 'line')}` : 'CSV' },
    { name: 'Columns', note: report ? columnsNote(report) : 'found by their headings' },
    { name: 'Dry run', note: report && chosen ? dryRunNote(report, chosen) : 'nothing is written' },
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
