/** The new signing secret of an endpoint, shown once; or that the answer that showed it got lost. */
import { Moment } from '../parts/moment.tsx'
import { SecretShownOnce } from '../parts/secret-shown-once.tsx'
import { Note } from '../states/note.tsx'

export interface RotatedSecret {
  readonly secret: string | null
  readonly earlierUntil: string | null
}

export const Rotated = ({ made, onDone }: { readonly made: RotatedSecret; readonly onDone: () => void }) =>
  made.secret === null ? (
    <Note tone="attention" icon="alert" role="status">
      <b>A new secret was made, but the answer that showed it got lost.</b> It is shown to nobody again: replace it once
      more. The one before signs too, for a day.
    </Note>
  ) : (
    <SecretShownOnce
      name="signing secret"
      secret={made.secret}
      reader="the receiver"
      says={
        made.earlierUntil === null ? (
          'Messages are signed with it from now on.'
        ) : (
          <>
            The old one signs too, until <Moment at={made.earlierUntil} as="full" />.
          </>
        )
      }
      onDone={onDone}
    />
  )
