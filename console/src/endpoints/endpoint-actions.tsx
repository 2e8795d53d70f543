/** What is done with one endpoint: change, test, replace its secret, send again, switch, delete. */
import { Button, TextInput } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { PresencePassword } from '../account/presence-password.tsx'
import { type ChangeState, useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { grouped } from '../text/count.ts'
import { WEBHOOK_DELETE, WEBHOOK_SECRET_ROTATE, WEBHOOK_SWITCH, WEBHOOK_TEST } from './changes.ts'
import { type MessageCount, messagesWord, shortUrl } from './endpoint.ts'
import type { RotatedSecret } from './rotated.tsx'

interface Acted {
  readonly webhookId: string
  readonly url: string
  readonly switchedOffAt: string | null
}

/** Who is mailed of a change. */
type Told = 'administrators' | 'owners'

interface DialogProps {
  readonly endpoint: Acted
  readonly isOpen: boolean
  readonly onClose: () => void
}

const RotateDialog = ({
  endpoint,
  isOpen,
  onClose,
  toldTo,
  onRotated,
}: DialogProps & { readonly toldTo: Told; readonly onRotated: (made: RotatedSecret) => void }) => {
  const [currentPassword, setPassword] = useState('')
  const rotation = useChange(WEBHOOK_SECRET_ROTATE, ({ webhookSecretRotate: { secret, webhook: made } }) =>
    onRotated({ secret, earlierUntil: made?.earlierSecretUntil ?? null }),
  )
  return (
    <ConfirmDialog
      title="Replace the signing secret?"
      verb="Make a new secret"
      isDestructive={false}
      isOpen={isOpen}
      change={rotation}
      onConfirm={() => rotation.mutate({ webhookId: endpoint.webhookId, currentPassword })}
      onClose={onClose}
    >
      <p>
        The new secret is shown once. For 24 hours each message carries <b>both signatures</b>, so that the receiver can
        change over without missing one. All {toldTo} are told by mail.
      </p>
      <PresencePassword
        value={currentPassword}
        problem={problemsByField(rotation.error).currentPassword}
        onChange={setPassword}
      />
    </ConfirmDialog>
  )
}

interface SwitchDialogProps extends DialogProps {
  readonly fromNow: boolean
  readonly missed: MessageCount | undefined
}

const SwitchDialog = ({ endpoint, isOpen, onClose, fromNow, missed }: SwitchDialogProps) => {
  const [currentPassword, setPassword] = useState('')
  const isOn = endpoint.switchedOffAt !== null
  const switching = useChange(WEBHOOK_SWITCH)
  const title = isOn ? (fromNow ? 'Start from now?' : 'Switch it on?') : 'Switch it off?'
  return (
    <ConfirmDialog
      title={title}
      verb={isOn ? (fromNow ? 'Start from now' : 'Switch on') : 'Switch off'}
      isDestructive={fromNow || !isOn}
      isOpen={isOpen}
      change={switching}
      onConfirm={() =>
        switching.mutate({ webhookId: endpoint.webhookId, isOn, fromNow, currentPassword }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {!isOn && (
        <p>
          Nothing is sent to {shortUrl(endpoint.url)} any more. <b>Nothing is lost</b>: switched on within 30 days, it
          goes on where it stopped.
        </p>
      )}
      {isOn && !fromNow && (
        <p>
          It goes on <b>where it stopped</b>
          {missed && (
            <>
              {' '}
              and sends <b>{messagesWord(missed)}</b>
            </>
          )}
          , in order; the feed keeps 30 days.
        </p>
      )}
      {isOn && fromNow && (
        <p>
          What changed while it was off{missed && ` (${messagesWord(missed)})`} is <b>left out for good</b> at this
          endpoint. The feed still has it.
        </p>
      )}
      <PresencePassword
        value={currentPassword}
        problem={problemsByField(switching.error).currentPassword}
        onChange={setPassword}
      />
    </ConfirmDialog>
  )
}

const DeleteDialog = ({ endpoint, isOpen, onClose, onDeleted }: DialogProps & { readonly onDeleted: () => void }) => {
  const deletion = useChange(WEBHOOK_DELETE, onDeleted)
  return (
    <ConfirmDialog
      title="Delete this endpoint?"
      verb="Delete"
      isOpen={isOpen}
      change={deletion}
      onConfirm={() => deletion.mutate({ webhookId: endpoint.webhookId })}
      onClose={onClose}
    >
      <p>
        <b>{shortUrl(endpoint.url)}</b> hears nothing from now on. Its secret and its log go with it.
      </p>
    </ConfirmDialog>
  )
}

interface ResendFromDialogProps {
  readonly url: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Where the cursor is typed; left out where it is given by a message. */
  readonly typed?: { readonly cursor: string; readonly onChange: (cursor: string) => void }
  /** How many messages that is, once it is known. */
  readonly counting: { readonly count: MessageCount | undefined; readonly error: Error | null }
  readonly change: ChangeState
  readonly onSend: () => void
  /** What else is asked, above the cursor. */
  readonly children?: ReactNode
}

const Counted = ({ count, url }: { readonly count: MessageCount | undefined; readonly url: string }) =>
  count ? (
    <>
      <b>{messagesWord(count)}</b> {count.count === 1 && !count.hasMore ? 'goes' : 'go'} to {shortUrl(url)} again, in
      order.
    </>
  ) : (
    <>Everything after it goes to {shortUrl(url)} again, in order.</>
  )

export const ResendFromDialog = ({
  url,
  typed,
  counting: { count, error: uncounted },
  change,
  onSend,
  children,
  ...asked
}: ResendFromDialogProps) => (
  <ConfirmDialog
    {...asked}
    title={typed ? 'Send again from a cursor?' : 'Send again from here on?'}
    verb={count && !count.hasMore ? `Send ${grouped(count.count)} again` : 'Send again'}
    isDestructive={false}
    change={change}
    onConfirm={onSend}
  >
    {children}
    {typed && (
      <TextInput
        name="after"
        className="mono-input"
        label="After the cursor"
        description="As in a message or in the change feed, at most 30 days old."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typed.cursor}
        error={problemsByField(change.error).after ?? uncounted?.message}
        onChange={(event) => typed.onChange(event.currentTarget.value)}
      />
    )}
    <ul className="plain-list" aria-live="polite">
      <li>
        <Counted count={count} url={url} />
      </li>
      <li>
        Messages that the receiver knows carry the same <code>webhook-id</code>.
      </li>
    </ul>
  </ConfirmDialog>
)

interface EndpointActionsProps {
  readonly endpoint: Acted
  readonly toldTo: Told
  /** What is sent when it is switched on, where it is off and that is known. */
  readonly missed: MessageCount | undefined
  readonly changeLink: LinkProps
  /** The question from where to send again. */
  readonly resendFrom: (isOpen: boolean, onClose: () => void) => ReactNode
  readonly onRotated: (made: RotatedSecret) => void
  readonly onDeleted: () => void
}

type Action = 'rotate' | 'switch' | 'from-now' | 'delete' | 'resend'

export const EndpointActions = ({
  endpoint,
  toldTo,
  missed,
  changeLink,
  resendFrom,
  onRotated,
  onDeleted,
}: EndpointActionsProps) => {
  const [action, setAction] = useState<Action | null>(null)
  const test = useChange(WEBHOOK_TEST)
  const close = () => setAction(null)
  const isOn = endpoint.switchedOffAt === null
  const { webhookId } = endpoint
  return (
    <div className="stack-tight">
      <div className="row">
        {isOn ? (
          <Button
            size="xs"
            leftSection={<Icon name="send" />}
            loading={test.isPending}
            onClick={() => test.mutate({ webhookId })}
          >
            Send a test
          </Button>
        ) : (
          <>
            <Button size="xs" variant="filled" leftSection={<Icon name="play" />} onClick={() => setAction('switch')}>
              Switch on
            </Button>
            <Button size="xs" onClick={() => setAction('from-now')}>
              Start from now
            </Button>
          </>
        )}
        <Button
          size="xs"
          leftSection={<Icon name="pencil" />}
          renderRoot={(props) => <Link {...props} {...changeLink} />}
        >
          Change
        </Button>
        <Button size="xs" leftSection={<Icon name="key" />} onClick={() => setAction('rotate')}>
          Replace the secret
        </Button>
        {isOn && (
          <>
            <Button size="xs" onClick={() => setAction('resend')}>
              Send again from a cursor
            </Button>
            <Button size="xs" leftSection={<Icon name="pause" />} onClick={() => setAction('switch')}>
              Switch off
            </Button>
          </>
        )}
        <Button size="xs" variant="outline" color="red" onClick={() => setAction('delete')}>
          Delete
        </Button>
      </div>
      <FailureNote error={test.error} what="No test was sent." />
      {test.isSuccess && (
        <p role="status" className="small muted">
          A test is on its way; its answer stands first among the attempts.
        </p>
      )}
      <RotateDialog
        endpoint={endpoint}
        toldTo={toldTo}
        isOpen={action === 'rotate'}
        onClose={close}
        onRotated={onRotated}
      />
      <SwitchDialog
        endpoint={endpoint}
        isOpen={action === 'switch' || action === 'from-now'}
        fromNow={action === 'from-now'}
        missed={missed}
        onClose={close}
      />
      {resendFrom(action === 'resend', close)}
      <DeleteDialog endpoint={endpoint} isOpen={action === 'delete'} onClose={close} onDeleted={onDeleted} />
    </div>
  )
}
