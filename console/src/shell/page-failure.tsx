/** A page that could not be shown: most often its script did not arrive, because the connection was lost. */

import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Note } from '../states/note.tsx'
import { PageHead } from './page-head.tsx'

export const PageFailure = ({ reset }: ErrorComponentProps) => {
  const router = useRouter()
  const tryAgain = () => {
    reset()
    router.invalidate()
  }
  return (
    <>
      <PageHead title="This page could not be shown" />
      <Note
        tone="fail"
        icon="circleCross"
        role="alert"
        action={
          <Button size="xs" onClick={tryAgain}>
            Try again
          </Button>
        }
      >
        Its script did not arrive or failed. Check the connection, then try again; where that does not help, reload.
      </Note>
    </>
  )
}
