/** One operator: its addresses and counts, never its data; suspend with what stops, resume, rename. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { Moment, MomentOrNever } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Crumbs } from '../../platform/crumbs.tsx'
import { NoSuch } from '../../platform/lost.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { Note } from '../../states/note.tsx'
import { useStaffRole } from '../role.ts'
import { StepButton } from '../step-form.tsx'
import { StopList } from '../stop-list.tsx'
import { OperatorState } from './operator-state.tsx'
import {
  OPERATOR,
  OPERATOR_RENAME,
  OPERATOR_SUSPEND,
  type Operator,
  SUSPENSION_AGREE,
  SUSPENSION_WITHDRAW,
} from './queries.ts'

type OperatorEnvironment = Operator['environmentList'][number]

const ENVIRONMENTS: Record<string, string> = { production: 'Production', sandbox: 'Sandbox' }

const EnvironmentPanel = ({ at }: { readonly at: OperatorEnvironment }) => (
  <Panel title={ENVIRONMENTS[at.environment] ?? at.environment} aside={<OperatorState at={at} />}>
    <dl className="panel-body facts">
      <dt>Address</dt>
      <dd className="mono">{at.origin.replace(/^https?:\/\//, '')}</dd>
      <dt>Since</dt>
      <dd>
        <Moment at={at.createdAt} as="day" />
      </dd>
      {at.suspendedAt !== null && (
        <>
          <dt>Suspended</dt>
          <dd>
            <Moment at={at.suspendedAt} as="full" />
          </dd>
        </>
      )}
      {at.deletedAt !== null && (
        <>
          <dt>Deleted</dt>
          <dd>
            <Moment at={at.deletedAt} as="full" />
          </dd>
        </>
      )}
      <dt>Users</dt>
      <dd>{at.whatStops.users}</dd>
      <dt>Add-ons</dt>
      <dd>{at.whatStops.addOns}</dd>
      <dt>API keys</dt>
      <dd>{at.whatStops.apiKeys}</dd>
      <dt>Last request</dt>
      <dd>
        <MomentOrNever at={at.lastRequestAt} />
      </dd>
    </dl>
  </Panel>
)

/** Both environments together. */
const stopsOf = ({ environmentList }: Operator) => {
  const sum = (name: keyof OperatorEnvironment['whatStops']) =>
    environmentList.reduce((all, { whatStops }) => all + whatStops[name], 0)
  return [
    { what: 'Addresses closed', count: environmentList.length },
    { what: 'Users who cannot sign in', count: sum('users') },
    { what: 'of them at work now', count: sum('signedIn') },
    { what: 'Add-ons that stop', count: sum('addOns') },
    { what: 'API keys that stop', count: sum('apiKeys') },
    { what: 'Access tokens refused', count: sum('accessTokens') },
  ]
}

type AskedSuspension = NonNullable<Operator['askedSuspension']>

/** People are at work there, so that one administrator alone does not close it. */
const AskedFor = ({ operatorId, asked }: { readonly operatorId: string; readonly asked: AskedSuspension }) => {
  const { userId } = useStaffRole()
  const agreement = useChange(SUSPENSION_AGREE)
  const withdrawal = useChange(SUSPENSION_WITHDRAW)
  const seen = { operatorId, seenAskerId: asked.askerId, seenReason: asked.reason }
  const isMine = asked.askerId === userId
  return (
    <Panel title="Waits for a second word">
      <div className="panel-body stack">
        <p>
          {isMine ? 'You ask' : `${asked.askerName} asks`} to suspend it, since <Moment at={asked.askedAt} />: “
          {asked.reason}”
        </p>
        <p className="small muted">
          People are at work there. {isMine ? 'Another administrator agrees' : 'It closes once you agree'}, within a
          day.
        </p>
        <span className="row">
          {!isMine && (
            <Button
              size="xs"
              variant="filled"
              color="red"
              loading={agreement.isPending}
              onClick={() => agreement.mutate(seen)}
            >
              Agree, and suspend now
            </Button>
          )}
          <Button size="xs" loading={withdrawal.isPending} onClick={() => withdrawal.mutate(seen)}>
            Withdraw
          </Button>
        </span>
      </div>
      <FailureNote error={agreement.error} what="It was not suspended." />
      <FailureNote error={withdrawal.error} what="It was not withdrawn." />
    </Panel>
  )
}

const Suspension = ({ operator }: { readonly operator: Operator }) => {
  const change = useChange(OPERATOR_SUSPEND)
  const isSuspended = operator.environmentList.some((one) => one.isSuspended)
  const { operatorId } = operator
  return (
    <StepButton
      button={isSuspended ? 'Resume' : 'Suspend'}
      title={isSuspended ? `Open ${operator.name} again?` : `Suspend ${operator.name} in both environments?`}
      verb={isSuspended ? 'Open it again' : 'Suspend now'}
      readBy="its administrators, by mail too"
      {...(isSuspended ? {} : { typedName: operator.name })}
      isDangerous={!isSuspended}
      change={change}
      onSubmit={(reason, done) => change.mutate({ operatorId, isSuspended: !isSuspended, reason }, { onSuccess: done })}
    >
      {isSuspended ? (
        <p className="small">Both addresses open again; users, add-ons and keys work as before.</p>
      ) : (
        <>
          <p className="small">
            Stops at once, in both environments, until it is resumed. Nothing is lost. While people are at work, another
            administrator has to agree.
          </p>
          <StopList stops={stopsOf(operator)} />
        </>
      )}
    </StepButton>
  )
}

const Renaming = ({ operator }: { readonly operator: Operator }) => {
  const [name, setName] = useState(operator.name)
  const change = useChange(OPERATOR_RENAME)
  const { operatorId } = operator
  return (
    <StepButton
      button="Rename"
      title={`Rename ${operator.name}?`}
      verb="Rename it"
      readBy="the operator"
      change={change}
      fields={['name']}
      onSubmit={(reason, done) => change.mutate({ operatorId, name, reason }, { onSuccess: done })}
    >
      <TextInput
        label="Name"
        description={`In both environments. The identifier ${operatorId} and the addresses stay.`}
        required
        withAsterisk={false}
        value={name}
        error={problemsByField(change.error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </StepButton>
  )
}

const Found = ({ operator }: { readonly operator: Operator }) => {
  const { mayAdminister } = useStaffRole()
  const isDeleted = operator.environmentList.every(({ deletedAt }) => deletedAt !== null)
  return (
    <div className="stack">
      <PlatformHead
        title={operator.name}
        above={<Crumbs list="Operators" to="/operators" name={operator.name} />}
        about="Support sees numbers, never their data. Each step is in their own log."
        actions={
          mayAdminister && !isDeleted ? (
            <>
              <Renaming key={operator.name} operator={operator} />
              <Suspension operator={operator} />
            </>
          ) : null
        }
      />
      {operator.sandboxOf !== null && (
        <p>
          The sandbox of{' '}
          <PlaceLink to={`/providers/${operator.sandboxOf.providerId}`}>{operator.sandboxOf.name}</PlaceLink>, for
          building against.
        </p>
      )}
      {isDeleted && (
        <Note icon="minus">
          This operator is deleted. Its audit log stays, its identifier is taken, and it cannot be opened again.
        </Note>
      )}
      {mayAdminister && !isDeleted && operator.askedSuspension && (
        <AskedFor operatorId={operator.operatorId} asked={operator.askedSuspension} />
      )}
      <div className="halves">
        {operator.environmentList.map((at) => (
          <EnvironmentPanel key={at.environment} at={at} />
        ))}
      </div>
    </div>
  )
}

export const OperatorPage = () => {
  const { operatorId = '' }: { operatorId?: string } = useParams({ strict: false })
  const query = useQuery(queryOf(OPERATOR, { operatorId }))
  return (
    <Loaded query={query}>
      {({ operator }) =>
        operator ? (
          <Found operator={operator} />
        ) : (
          <NoSuch what={`operator ${operatorId}`} list="/operators" listName="All operators" />
        )
      }
    </Loaded>
  )
}
