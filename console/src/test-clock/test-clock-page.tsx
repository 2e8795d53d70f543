/** The clock of a sandbox: moved forwards by a step or to a time; production has none (events §4). */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useViewer } from '../shell/viewer.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Loading } from '../states/loading.tsx'
import { Note } from '../states/note.tsx'
import { utcFull } from '../text/instant.ts'
import { TEST_CLOCK_ADVANCE, type TestClock } from './queries.ts'
import { aheadWords, useTestClock } from './use-clock.ts'
import './test-clock.css'

const STEPS = [
  { seconds: 1_800, name: '+30 min', what: 'a token’s life' },
  { seconds: 86_400, name: '+1 day', what: 'idempotency keys' },
  { seconds: 2_592_000, name: '+30 days', what: 'grants, cursors' },
] as const
const TO_A_TIME = 0

/** "2026-12-17 07:59:30Z" and its shorter forms, always in UTC. */
const timeIn = (typed: string): number | null => {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?Z?$/.exec(typed.trim())
  if (!parts) return null
  const at = Date.parse(`${parts[1]}T${parts[2] ?? '00:00'}Z`)
  return Number.isNaN(at) ? null : at
}

interface Asked {
  readonly seconds: number
  readonly problem: string | undefined
}

const askedOf = (step: number, typed: string, now: Date): Asked => {
  if (step !== TO_A_TIME) return { seconds: step, problem: undefined }
  const at = timeIn(typed)
  if (at === null) return { seconds: 0, problem: 'A day and a time in UTC, such as 2026-12-17 07:59:30Z.' }
  const seconds = Math.ceil((at - now.getTime()) / 1000)
  return seconds > 0
    ? { seconds, problem: undefined }
    : { seconds, problem: 'The clock goes forwards only. To start again, reset the sandbox in the developer portal.' }
}

const Mover = ({ clock, now }: { readonly clock: TestClock; readonly now: Date }) => {
  const [step, setStep] = useState<number>(STEPS[2].seconds)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const advance = useChange(TEST_CLOCK_ADVANCE)
  const { seconds, problem } = askedOf(step, typed, now)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem === undefined) advance.mutate({ seconds }, { onSuccess: () => setTried(false) })
  }
  return (
    <form className="panel-body form" onSubmit={submit} noValidate>
      <fieldset>
        <legend className="unseen">By how much</legend>
        <div className="clock-steps">
          {[...STEPS, { seconds: TO_A_TIME, name: 'To a time', what: 'any, ahead' }].map((one) => (
            <label key={one.name}>
              <input type="radio" name="by" checked={step === one.seconds} onChange={() => setStep(one.seconds)} />
              <b>{one.name}</b>
              <span className="small">{one.what}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {step === TO_A_TIME && (
        <TextInput
          name="seconds"
          label="To, UTC"
          placeholder="2026-12-17 07:59:30Z"
          value={typed}
          error={(isTried ? problem : undefined) ?? problemsByField(advance.error).seconds}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <dl className="clock-way number">
        <div>
          <dt>From</dt>
          <dd>{utcFull(now)}</dd>
        </div>
        <Icon name="forward" />
        <div>
          <dt>To</dt>
          <dd>{seconds > 0 ? utcFull(new Date(now.getTime() + seconds * 1000)) : '–'}</dd>
        </div>
      </dl>
      {advance.isError && (
        <FailureNote
          error={advance.error}
          what="The clock was not moved."
          fields={step === TO_A_TIME ? ['seconds'] : []}
        />
      )}
      {advance.isSuccess && (
        <Note tone="good" icon="circleCheck" role="status">
          <b>The clock stands {aheadWords(clock.aheadSeconds)} ahead.</b> Tokens that ended on the way answer{' '}
          <code>invalid_token</code> from now on; reminders that fell due are in the change feed.
        </Note>
      )}
      <div className="form-feet">
        <p className="small muted">Time goes on from there, second by second. Back only with a reset.</p>
        <Button type="submit" variant="filled" loading={advance.isPending} leftSection={<Icon name="forward" />}>
          {seconds > 0 ? `Advance ${aheadWords(seconds)}` : 'Advance'}
        </Button>
      </div>
    </form>
  )
}

const Body = () => {
  const viewer = useViewer()
  const shown = useTestClock()
  if (!shown) return <Loading />
  if (!shown.clock)
    return (
      <Note icon="lock">
        <b>There is no test clock here.</b> {viewer.operatorName} in production keeps the world’s time.
      </Note>
    )
  const { clock, now } = shown
  return (
    <div className="columns">
      <div>
        <Panel title="Move it" hint={`up to ${aheadWords(clock.mostSeconds)} ahead of the world’s time`}>
          <Mover clock={clock} now={now} />
        </Panel>
      </div>
      <div>
        <Panel title="What follows it">
          <div className="panel-body stack-tight">
            <p>Tokens, codes, API keys, papers, reminders, idempotency keys and cursors of this sandbox.</p>
            <p className="muted">
              Sign-in and its sessions, limits, mails, webhooks’ tries and the audit log keep the world’s time. Each
              answer carries <code>X-Airside-Test-Clock</code>, so that a log shows which time was meant.
            </p>
          </div>
        </Panel>
        <Panel title="Other ways">
          <div className="panel-body stack-tight">
            <h3>Mutation</h3>
            <pre className="code-lines">testClockAdvance(seconds: 2592000)</pre>
            <CopyButton text="mutation { testClockAdvance(seconds: 2592000) { testClock { now } userErrorList { message } } }" />
          </div>
        </Panel>
      </div>
    </div>
  )
}

export const TestClockPage = () => {
  const viewer = useViewer()
  return (
    <AdminsOnly scope="settings:write" title="Test clock">
      <PageHead
        title="Test clock"
        about={`Moves time for ${viewer.operatorName}’s sandbox alone. Sign-in sessions stay. Forwards only.`}
      />
      <Body />
    </AdminsOnly>
  )
}
