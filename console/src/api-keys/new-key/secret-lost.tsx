/** Explains that the key exists but its secret was lost, and creates a new secret (ADR 23). */
import { Button } from '@mantine/core'
import { useChange } from '../../graph/change.ts'
import { focusOnMount } from '../../parts/focus-on-mount.ts'
import { FailureNote } from '../../states/failure-note.tsx'
import { Note } from '../../states/note.tsx'
import { API_KEY_ROTATE } from '../queries.ts'
import type { LostSecret, MadeSecret } from './fresh-secret.ts'

interface SecretLostProps {
  readonly lost: LostSecret
  readonly onMade: (made: MadeSecret) => void
  readonly onClose: () => void
}

export const SecretLost = ({ lost, onMade, onClose }: SecretLostProps) => {
  const rotation = useChange(API_KEY_ROTATE, ({ apiKeyRotate: { refreshToken } }) => {
    if (refreshToken !== null) onMade({ ...lost, refreshToken })
  })
  const { apiKeyId, overlapHours } = lost
  const rotate = () => rotation.mutate({ apiKeyId, overlapHours })
  return (
    <div className="form">
      <Note tone="attention" icon="alert" role="status">
        <b>{lost.label} is there, but its new secret got lost on the way.</b> The first try arrived; the answer that
        showed the secret did not. It is kept nowhere and shown to nobody again.
      </Note>
      <p>
        Make a new secret for the same key: label, scopes and limits stay
        {overlapHours > 0 ? ', and what your system uses now goes on working until the overlap ends.' : '.'}
      </p>
      <FailureNote error={rotation.error} what="No new secret was made." />
      <p className="small muted">Not needed after all? Close this, open the key in the list and revoke it.</p>
      <div className="form-feet drawer-feet">
        <Button disabled={rotation.isPending} onClick={onClose}>
          Close
        </Button>
        <Button variant="filled" ref={focusOnMount} loading={rotation.isPending} onClick={rotate}>
          Make a new secret
        </Button>
      </div>
    </div>
  )
}
