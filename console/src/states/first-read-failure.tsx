/** The first read of a page failed: there is nothing to show but why. */
import { asGraphFailure } from '../graph/failure.ts'
import { FailureNote } from './failure-note.tsx'
import { SignedOut } from './signed-out.tsx'

export const FirstReadFailure = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) =>
  asGraphFailure(error).kind === 'signed-out' ? <SignedOut /> : <FailureNote error={error} onRetry={onRetry} />
