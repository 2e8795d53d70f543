/** Whether everybody must have a second step or a passkey, and who has none. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Tag } from '../parts/tag.tsx'
import { counted } from '../text/count.ts'
import { SECOND_STEP_REQUIRE, type UserAccount } from './queries.ts'
import './user-actions.css'

interface RequirementProps {
  readonly users: readonly UserAccount[]
  readonly isRequired: boolean
}

const Question = ({ users, isRequired, onClose }: RequirementProps & { readonly onClose: () => void }) => {
  const change = useChange(SECOND_STEP_REQUIRE)
  const names = users.map(({ name, surname }) => `${name} ${surname}`).join(', ')
  return (
    <ConfirmDialog
      title={isRequired ? 'No longer require a second step?' : 'Require a second step of everybody?'}
      verb={isRequired ? 'No longer require it' : 'Require it'}
      isDestructive={isRequired}
      change={change}
      onConfirm={() => change.mutate({ isRequired: !isRequired }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isRequired ? (
        <p>A password alone signs in again, for whoever has nothing else.</p>
      ) : (
        <>
          {users.length > 0 && <p>{names}: they set up a code or a passkey before they see anything else.</p>}
          <p className="muted">Nobody is signed out. Applications and API keys are not touched.</p>
        </>
      )}
    </ConfirmDialog>
  )
}

export const Requirement = ({ users, isRequired }: RequirementProps) => {
  const [isAsked, setAsked] = useState(false)
  const weak = users.filter(
    ({ state, hasSecondStep, passkeyCount }) => state === 'ACTIVE' && !hasSecondStep && passkeyCount === 0,
  )
  return (
    <section className="panel" aria-labelledby="requirement">
      <div className="panel-body requirement">
        <span className="two-lines">
          <b id="requirement">Second step for everybody</b>
          <span className="small muted">
            {weak.length === 0
              ? 'Everybody has a second step or a passkey.'
              : `${counted(weak.length, 'user')} with a password only.`}
          </span>
        </span>
        <span className="row">
          {isRequired ? <Tag tone="good">Required</Tag> : <Tag tone="line">Not required</Tag>}
          <Button onClick={() => setAsked(true)}>{isRequired ? 'No longer require it' : 'Require it'}</Button>
        </span>
      </div>
      {isAsked && <Question users={weak} isRequired={isRequired} onClose={() => setAsked(false)} />}
    </section>
  )
}
