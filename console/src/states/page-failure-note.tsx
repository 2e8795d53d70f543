/** A page that could not be shown: most often its script did not arrive, because the connection was lost. */
import { Button } from '@mantine/core'
import { Note } from './note.tsx'

export const PageFailureNote = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Note
    tone="fail"
    icon="circleCross"
    role="alert"
    action={
      <Button size="xs" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    Its script did not arrive or failed. Check the connection, then try again; where that does not help, reload.
  </Note>
)
