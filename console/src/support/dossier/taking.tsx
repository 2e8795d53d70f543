/** What waits and since when against the promise, and who of staff has taken it. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { WAITS_FOR, WORK } from '../case-words.ts'
import { ageOf, isLate } from '../queue-age.tsx'
import { useStaffRole } from '../role.ts'
import { CASE_GIVE_BACK, CASE_TAKE, type Dossier } from './queries.ts'
import '../support.css'

interface TakingProps {
  readonly dossier: Dossier
  readonly promisedHours: number
}

type Waiting = Dossier['caseList'][number]

const InTime = ({ of, promisedHours }: { readonly of: Waiting; readonly promisedHours: number }) => {
  if (of.waitsFor !== 'SUPPORT') return <span className="small muted">rests with them, no promise runs</span>
  return isLate(of, promisedHours) ? (
    <span className="case-time">
      <Icon name="alert" />
      <span>
        <b>{ageOf(of.since)}</b>, longer than the {promisedHours / 24} d promised
      </span>
    </span>
  ) : (
    <span className="case-time good">
      <Icon name="circleCheck" />
      {ageOf(of.since)} of the {promisedHours / 24} d promised
    </span>
  )
}

const Case = ({ of, promisedHours }: { readonly of: Waiting; readonly promisedHours: number }) => (
  <>
    <dt>{WORK[of.work]}</dt>
    <dd className="stack-tight">
      <span>
        waits for {WAITS_FOR[of.waitsFor].toLowerCase()} since <Moment at={of.since} />
      </span>
      <InTime of={of} promisedHours={promisedHours} />
    </dd>
  </>
)

export const Taking = ({ dossier, promisedHours }: TakingProps) => {
  const { userId, mayReview } = useStaffRole()
  const [reason, setReason] = useState('')
  const take = useChange(CASE_TAKE)
  const giveBack = useChange(CASE_GIVE_BACK)
  const { assignee, caseList, clientId } = dossier
  if (caseList.length === 0 && assignee === null) return null
  const isMine = assignee !== null && assignee.userId === userId
  const seen = { clientId, seenAssigneeId: assignee?.userId ?? null }
  return (
    <Panel title="Case">
      <dl className="panel-body facts">
        {caseList.map((one) => (
          <Case key={one.work} of={one} promisedHours={promisedHours} />
        ))}
        <dt>Assigned to</dt>
        <dd className="stack-tight">
          <span>
            {assignee === null ? (
              <b>nobody yet</b>
            ) : (
              <>
                {isMine ? 'you' : assignee.name}, since <Moment at={assignee.since} />
              </>
            )}
          </span>
        </dd>
      </dl>
      {(mayReview || isMine) && (
        <div className="panel-foot stack-tight">
          {mayReview && assignee !== null && !isMine && (
            <TextInput
              label="Why you take it over"
              size="xs"
              value={reason}
              error={problemsByField(take.error).reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <span className="row">
            {mayReview && !isMine && (
              <Button
                size="xs"
                loading={take.isPending}
                onClick={() => take.mutate(assignee === null ? seen : { ...seen, reason })}
              >
                {assignee === null ? 'Take it' : `Take it over from ${assignee.name}`}
              </Button>
            )}
            {isMine && (
              <Button size="xs" loading={giveBack.isPending} onClick={() => giveBack.mutate(seen)}>
                Give it back
              </Button>
            )}
          </span>
        </div>
      )}
      <FailureNote error={take.error} what="You have not taken it." fields={['reason']} />
      <FailureNote error={giveBack.error} what="It was not given back." />
    </Panel>
  )
}
