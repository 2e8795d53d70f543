/** The second step of signing in: off, being set up, or on. */
import { Button } from '@mantine/core'
import { useChange } from '../graph/change.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Tag } from '../parts/tag.tsx'
import { type Account, SECOND_STEP_START } from './queries.ts'
import { SecondStepEnd } from './second-step-end.tsx'
import { SecondStepSetup } from './second-step-setup.tsx'

const Off = () => {
  const start = useChange(SECOND_STEP_START)
  return (
    <div className="panel-body form">
      <p className="muted">
        With a second step, a stolen password is not enough: signing in also asks for a code from an authenticator app.
      </p>
      {start.isError && <FailureNote error={start.error} what="Nothing was changed." />}
      <div className="form-feet">
        <Button loading={start.isPending} onClick={() => start.mutate({})}>
          Set up
        </Button>
      </div>
    </div>
  )
}

export const SecondStep = ({ account: { secondStep } }: { readonly account: Account }) => (
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
      <SecondStepSetup secret={secondStep.secret ?? ''} otpauthUri={secondStep.otpauthUri ?? ''} />
    )}
    {secondStep.state === 'ON' && <SecondStepEnd />}
  </Panel>
)
