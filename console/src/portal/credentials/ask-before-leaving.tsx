/** Asks before the page is left while a secret that is shown once is made or stands there. */
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

const always = () => true

export const AskBeforeLeaving = ({ isHeld }: { readonly isHeld: boolean }) => {
  const leaving = useBlocker({ shouldBlockFn: always, disabled: !isHeld, withResolver: true })
  return (
    <ConfirmDialog
      title="Leave without the secret?"
      verb="Leave"
      isOpen={leaving.status === 'blocked'}
      onConfirm={() => leaving.proceed?.()}
      onClose={() => leaving.reset?.()}
    >
      <p>It is shown this once. Unless you stored it, nobody can use it, and it is one of the two that can live.</p>
    </ConfirmDialog>
  )
}
