/** Asks before an import is undone, then says what was removed and what stays, and why. */
import { Button } from '@mantine/core'
import { useChange } from '../../graph/change.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { counted } from '../../text/count.ts'
import { countedKind, KIND_WORDS } from '../kinds.ts'
import { type Import, UNDO_IMPORT, type Undone } from '../queries.ts'

const REASONS = { CHANGED: 'was changed since', IN_USE: 'is used by another record' } as const

const MAX_KEPT_SHOWN = 10

const changedOnes = (count: number): string =>
  `${counted(count, 'record')} that it changed ${count === 1 ? 'stays as it is' : 'stay as they are'}`

const Answer = ({ one, undone }: { readonly one: Import; readonly undone: Undone }) => {
  const shown = undone.keptList.slice(0, MAX_KEPT_SHOWN)
  return (
    <div className="stack-tight" role="status">
      <p>
        <b>{countedKind(undone.removedCount, one.kind)} removed.</b>{' '}
        {undone.keptCount === 0
          ? 'Nothing that was added is left.'
          : `${countedKind(undone.keptCount, one.kind)} ${undone.keptCount === 1 ? 'stays' : 'stay'}:`}
      </p>
      {shown.length > 0 && (
        <ul>
          {shown.map(({ recordId, name, reason }) => (
            <li key={recordId}>
              <b className="mono">{name}</b> {REASONS[reason]}
            </li>
          ))}
          {undone.keptCount > shown.length && <li className="muted">and {undone.keptCount - shown.length} more</li>}
        </ul>
      )}
      {undone.updatedCount > 0 && <p className="muted">{changedOnes(undone.updatedCount)} now.</p>}
    </div>
  )
}

export const UndoDialog = ({ one, onClose }: { readonly one: Import; readonly onClose: () => void }) => {
  const undo = useChange(UNDO_IMPORT)
  const undone = undo.data?.recordsImportUndo.undone
  const title = `Undo the import of ${one.fileName ?? 'this file'}`
  if (undone) {
    return (
      <Dialog title={`${title}: done`} hasCross={false} onClose={onClose}>
        <div className="form">
          <Answer one={one} undone={undone} />
          <div className="form-feet">
            <Button variant="filled" onClick={onClose} data-autofocus>
              Close
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={`${title}?`}
      verb="Undo the import"
      change={undo}
      onConfirm={() => undo.mutate({ importId: one.importId })}
      onClose={onClose}
    >
      <p>
        <b>
          {one.createdCount === 1
            ? `The ${KIND_WORDS[one.kind].one} that it added goes`
            : `The ${countedKind(one.createdCount, one.kind)} that it added go`}
        </b>
        , for everybody and for connected applications. What somebody changed or used since stays, and you are told
        which.
      </p>
      {one.updatedCount > 0 && <p>{changedOnes(one.updatedCount)}: what stood there before is not kept.</p>}
      <p className="muted">
        This can be done until <Moment at={one.canBeUndoneUntil} />.
      </p>
    </ConfirmDialog>
  )
}
