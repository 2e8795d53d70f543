/** The second step of signing in: off, being set up, or on. */
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Tag } from '../parts/tag.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { PresencePassword } from './presence-password.tsx'
import { type Account, SECOND_STEP_START } from './queries.ts'
import { RecoveryCodes, RecoveryCodesRenewal } from './recovery-codes.tsx'
import { SecondStepEnd } from './second-step-end.tsx'
import { SecondStepSetup } from './second-step-setup.tsx'

const Off = () => {
  const [currentPassword, setCurrentPassword] = useState('')
  const start = useChange(SECOND_STEP_START)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate({ currentPassword })
  }
  return (
    <form className="panel-body form" onSubmit={submit}>
      <p className="muted">
        With a second step, a stolen password is not enough: signing in also asks for a code from an authenticator app.
      </p>
      <PresencePassword
        value={currentPassword}
        problem={problemsByField(start.error).currentPassword}
        onChange={setCurrentPassword}
      />
      <FailureNote error={start.error} what="Nothing was changed." />
      <div className="form-feet">
        <Button type="submit" loading={start.isPending}>
          Set up
        </Button>
      </div>
    </form>
  )
}

export const SecondStep = ({ account }: { readonly account: Account }) => {
  const { secondStep } = account
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Panel
      title="Second step"
      aside={secondStep.state === 'ON' ? <Tag tone="good">On</Tag> : <Tag tone="line">Off</Tag>}
      {...(secondStep.since === null
        ? {}
        : {
            hint: (
              <>
                since <Moment at={secondStep.since} as="day" />
              </>
            ),
          })}
    >
      {secondStep.state === 'OFF' && <Off />}
      {secondStep.state === 'ENROLLING' && (
        <SecondStepSetup secret={secondStep.secret ?? ''} otpauthUri={secondStep.otpauthUri ?? ''} onCodes={setCodes} />
      )}
      {codes !== null && <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />}
      {secondStep.state === 'ON' && codes === null && (
        <>
          <RecoveryCodesRenewal account={account} onCodes={setCodes} />
          <SecondStepEnd />
        </>
      )}
    </Panel>
  )
}
