/** One try of an endpoint's log, with the ways to send its message again. */
import { Button } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { Icon } from '../parts/icon.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { AttemptDetail } from './attempt-detail.tsx'
import { WEBHOOK_RESEND } from './changes.ts'
import type { AttemptDetail as Attempt, Waiting } from './endpoint.ts'

interface TriedProps<One extends Attempt> {
  readonly endpoint: {
    readonly webhookId: string
    readonly switchedOffAt: string | null
    readonly attemptList: readonly One[]
    readonly waitingList: readonly Waiting[]
  }
  readonly attempt: One
  readonly mayResend: boolean
  readonly linkTo: (attempt: One) => LinkProps
  readonly backLink: LinkProps
  /** The question whether to send everything again from this message on. */
  readonly resendFrom: (isOpen: boolean, onClose: () => void) => ReactNode
}

export const Tried = <One extends Attempt>({
  endpoint,
  attempt,
  mayResend,
  linkTo,
  backLink,
  resendFrom,
}: TriedProps<One>) => {
  const [isAsking, setAsking] = useState(false)
  const resend = useChange(WEBHOOK_RESEND)
  const { webhookId, switchedOffAt, attemptList, waitingList } = endpoint
  return (
    <AttemptDetail attempt={attempt} all={attemptList} waiting={waitingList} linkTo={linkTo}>
      <FailureNote error={resend.error} what="It was not sent again." />
      {resend.isSuccess && (
        <p role="status" className="small muted">
          It is on its way again, under the same id.
        </p>
      )}
      <div className="row">
        {mayResend && attempt.cursorBefore !== null && switchedOffAt === null && (
          <>
            <Button
              variant="filled"
              leftSection={<Icon name="send" />}
              loading={resend.isPending}
              onClick={() => resend.mutate({ webhookId, messageId: attempt.messageId })}
            >
              Send it again
            </Button>
            <Button onClick={() => setAsking(true)}>Send again from here on</Button>
          </>
        )}
        <Link {...backLink}>Back to the endpoint</Link>
      </div>
      {resendFrom(isAsking, () => setAsking(false))}
    </AttemptDetail>
  )
}
