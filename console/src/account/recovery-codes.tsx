/** Recovery codes, shown once: after a second step was set up, or when new ones are made. */
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { saveText } from '../parts/save-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { counted } from '../text/count.ts'
import { PresencePassword } from './presence-password.tsx'
import { type Account, RECOVERY_CODES_RENEW } from './queries.ts'
import './recovery-codes.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onStored: () => void
}

const download = (operator: string, email: string, codes: readonly string[]): void =>
  saveText(
    `airside-recovery-codes-${email.replace(/[^a-z0-9]+/gi, '-')}.txt`,
    `Recovery codes of ${email} at ${operator}. Each works once.\n\n${codes.join('\n')}\n`,
  )

export const RecoveryCodes = ({ codes, onStored }: RecoveryCodesProps) => {
  const { email, operatorName } = useViewer()
  return (
    <div className="panel-body form">
      <p>
        <b>Store your recovery codes.</b> Each works once in place of your code. They are not shown again, to anyone.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <CopyButton label="Copy all" text={codes.join('\n')} />
        <Button size="xs" leftSection={<Icon name="download" />} onClick={() => download(operatorName, email, codes)}>
          Download
        </Button>
        <Button size="xs" onClick={() => print()}>
          Print
        </Button>
      </div>
      <div className="form-feet">
        <Button variant="filled" onClick={onStored}>
          I stored them
        </Button>
      </div>
    </div>
  )
}

interface RenewalProps {
  readonly account: Account
  readonly onCodes: (codes: readonly string[]) => void
}

export const RecoveryCodesRenewal = ({ account, onCodes }: RenewalProps) => {
  const [currentPassword, setCurrentPassword] = useState('')
  const renewal = useChange(RECOVERY_CODES_RENEW)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { accountRecoveryCodesRenew } = await renewal.mutateAsync({ currentPassword })
    onCodes(accountRecoveryCodesRenew.recoveryCodeList ?? [])
  }
  return (
    <form className="panel-body form" onSubmit={(event) => void submit(event).catch(() => {})}>
      <p className="muted">{counted(account.secondStep.recoveryCodesLeft ?? 0, 'recovery code')} left.</p>
      <PresencePassword
        value={currentPassword}
        problem={problemsByField(renewal.error).currentPassword}
        onChange={setCurrentPassword}
      />
      <FailureNote error={renewal.error} what="The codes stay as they are." fields={['currentPassword']} />
      <div className="form-feet">
        <Button type="submit" loading={renewal.isPending}>
          Make new recovery codes
        </Button>
      </div>
    </form>
  )
}
