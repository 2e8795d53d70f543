/** What to do after the dry run: leave the wrong lines out, or import. */
import { Button } from '@mantine/core'
import { counted } from '../text/count.ts'
import { countedKind } from './kinds.ts'
import { type Line, wrongLinesOf } from './merged-report.ts'
import type { ImportKind, ImportReport } from './queries.ts'

interface ImportFeetProps {
  readonly kind: ImportKind
  readonly report: ImportReport
  readonly leftOut: readonly Line[]
  /** False where the report is of an older choice than the one on the page. */
  readonly isUpToDate: boolean
  readonly isBusy: boolean
  readonly isWriting: boolean
  readonly onLeaveOut: (lines: readonly Line[]) => void
  readonly onCancel: () => void
  readonly onImport: () => void
}

export const ImportFeet = ({ kind, report, leftOut, isUpToDate, isBusy, isWriting, ...on }: ImportFeetProps) => {
  const { lines: wrongLines, count: wrongCount, isCountWhole } = wrongLinesOf(report)
  // All of them, or none: further wrong lines may stand beyond those that are shown.
  const canLeaveOut = isUpToDate && wrongLines.length > 0 && wrongLines.length === wrongCount && isCountWhole
  const count = report.createdCount + report.updatedCount
  const isReady = isUpToDate && report.problemCount === 0 && count > 0
  return (
    <div className="form-feet">
      {report.problemCount > 0 && (
        <span className="muted import-feet-note">Mend the file and choose it again, or leave lines out.</span>
      )}
      <Button disabled={isWriting} onClick={on.onCancel}>
        Cancel
      </Button>
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
