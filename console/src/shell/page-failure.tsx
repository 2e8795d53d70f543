/** A page of an operator's console that could not be shown. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { PageFailureNote } from '../states/page-failure-note.tsx'
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
      <PageFailureNote onRetry={tryAgain} />
    </>
  )
}
