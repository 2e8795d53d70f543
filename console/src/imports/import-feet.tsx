/** What to do after the dry run: leave the wrong lines out, or import. */
import { Button } from '@mantine/core'
import { counted } from '../text/count.ts'
import type { Line } from './dry-run-line.tsx'
import { countedKind } from './kinds.ts'
import type { ImportKind, ImportReport } from './queries.ts'

interface ImportFeetProps {
  readonly kind: ImportKind
  readonly report: ImportReport
  readonly leftOut: readonly Line[]
  readonly isBusy: boolean
  readonly onLeaveOut: (lines: readonly Line[]) => void
  readonly onCancel: () => void
  readonly onImport: () => void
}

export const ImportFeet = ({ kind, report, leftOut, isBusy, ...on }: ImportFeetProps) => {
  const wrong = new Set(report.problemList.map(({ line }) => line))
  const wrongLines = report.lineList.filter(({ line }) => wrong.has(line))
  // All of them, or none: further wrong lines may stand beyond those that are shown.
  const canLeaveOut = wrongLines.length > 0 && wrongLines.length === wrong.size
  const count = report.createdCount + report.updatedCount
  const isReady = report.problemCount === 0 && count > 0
  return (
    <div className="form-feet">
      {report.problemCount > 0 && (
        <span className="muted import-feet-note">Mend the file and choose it again, or leave lines out.</span>
      )}
      <Button onClick={on.onCancel}>Cancel</Button>
      {canLeaveOut && (
        <Button loading={isBusy} onClick={() => on.onLeaveOut(wrongLines)}>
          Leave out {counted(wrongLines.length, 'wrong line')}
        </Button>
      )}
      <Button variant="filled" disabled={!isReady} loading={isBusy} onClick={on.onImport}>
        Import{isReady && ` ${countedKind(count, kind)}`}
        {isReady && leftOut.length > 0 && `, leave out ${leftOut.length}`}
      </Button>
    </div>
  )
}
