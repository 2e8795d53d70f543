/** Disconnecting: says what stops, and it stops at once (access-model §9). */
import { useRouter } from '@tanstack/react-router'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { counted } from '../text/count.ts'
import { ADD_ON_DISCONNECT, type AddOn } from './queries.ts'

const DISCONNECT = 'Disconnect'

const activeTokens = (addOn: AddOn): number => addOn.tokenGaugeList.reduce((sum, { active }) => sum + active, 0)

interface DisconnectDialogProps {
  readonly addOn: AddOn
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const DisconnectDialog = ({ addOn, isOpen, onClose }: DisconnectDialogProps) => {
  const disconnect = useChange(ADD_ON_DISCONNECT)
  const router = useRouter()
  const reads = addOn.scopeList.filter(({ scope }) => scope.access === 'read').length
  const writes = addOn.scopeList.length - reads
  // The page behind may find the add-on gone and close this dialog before the change counts as done; a callback of
  // `mutate` would then not be called. Who has gone elsewhere meanwhile stays there.
  const leave = () => {
    const { clientId } = addOn
    if (router.matchRoute({ to: '/add-ons/$clientId', params: { clientId } })) router.navigate({ to: '/add-ons' })
  }
  const confirm = () => disconnect.mutateAsync({ clientId: addOn.clientId }).then(leave, () => {})
  return (
    <ConfirmDialog
      title={`Disconnect ${addOn.name}?`}
      verb={DISCONNECT}
      isOpen={isOpen}
      change={disconnect}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {activeTokens(addOn) > 0 ? (
          <>
            Its {counted(activeTokens(addOn), 'active token')} and every refresh token <b>stop at once</b>
          </>
        ) : (
          <>
            No token of it is active now. Every refresh token <b>stops at once</b>
          </>
        )}
        : its next request is answered 401.
      </p>
      <p>
        It will no longer see ({counted(reads, 'scope')}){writes > 0 && <> or change ({counted(writes, 'scope')})</>}{' '}
        anything here
        {addOn.personCount !== null &&
          `, for any of the ${counted(addOn.personCount, 'person', 'people')} who allowed it`}
        .
      </p>
      <p className="muted">What it wrote stays. Connecting it again is a new consent; old tokens never come back.</p>
    </ConfirmDialog>
  )
}
