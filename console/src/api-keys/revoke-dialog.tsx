/** Revoking ends a key for good; the dialog says what stops. */
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Moment } from '../parts/moment.tsx'
import { counted } from '../text/count.ts'
import { API_KEY_REVOKE, type ApiKey } from './queries.ts'

interface RevokeDialogProps {
  readonly apiKey: ApiKey
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const RevokeDialog = ({ apiKey, isOpen, onClose }: RevokeDialogProps) => {
  const revoke = useChange(API_KEY_REVOKE)
  const active = apiKey.refreshTokenList.reduce((sum, token) => sum + token.active, 0)
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.label}?`}
      verb="Revoke"
      isOpen={isOpen}
      change={revoke}
      onConfirm={() => revoke.mutate({ apiKeyId: apiKey.apiKeyId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {active > 0 ? `The key and its ${counted(active, 'active token')} ` : 'The key '}
        <b>{active > 0 ? 'stop at once' : 'stops at once'}</b>, for good. Whatever uses it gets 401 from its next
        request on.
      </p>
      <p className="muted">
        {apiKey.lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Moment at={apiKey.lastUsedAt} />.
          </>
        )}
      </p>
    </ConfirmDialog>
  )
}
