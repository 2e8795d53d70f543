/** Asks before the page is left while a file is not wholly written: the rest of it would not be. */
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

/** Closing the tab is asked about by the browser, in its own words. */
export const LeaveQuestion = ({ isUnfinished }: { readonly isUnfinished: boolean }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.routeId !== '/import' || current.routeId !== '/import' || next.search.kind !== current.search.kind,
    disabled: !isUnfinished,
    withResolver: true,
  })
  // What was asked about is over: the page shows how it ended.
  useEffect(() => {
    if (!isUnfinished) reset?.()
  }, [isUnfinished, reset])
  return (
    <ConfirmDialog
      title="Leave before the whole file is written?"
      verb="Leave"
      isOpen={status === 'blocked'}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      <p>
        <b>The import ends here:</b> what was not sent yet is not written, and this page cannot go on with it later.
      </p>
      <p className="muted">What was written stays, and can be undone here for 24 hours.</p>
    </ConfirmDialog>
  )
}
