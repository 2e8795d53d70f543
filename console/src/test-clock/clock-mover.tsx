/** Moves a sandbox's clock forwards, by a step or to a time (events §4): in its console and in the developer portal. */
import { Button, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemsByField } from '../graph/problems.ts'
import { Icon } from '../parts/icon.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { utcFull } from '../text/instant.ts'
import { ClockWay, type Way } from './clock-way.tsx'
import type { TestClock } from './queries.ts'
import { aheadWords } from './running-clock.ts'
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

/** What a read in a while does not change: the way is asked for by the minute. */
const wholeMinutes = (seconds: number): number => Math.ceil(seconds / 60) * 60

interface Moved {
  /** What will happen on the way, once it is known. */
  readonly useWay: (seconds: number | null) => Way | undefined
  readonly happened: Way | null | undefined
  readonly clock: Pick<TestClock, 'aheadSeconds' | 'mostSeconds'>
  readonly now: Date
  readonly advance: Pick<
    UseMutationResult<unknown, Error, { readonly seconds: number }>,
    'mutate' | 'isPending' | 'isError' | 'isSuccess' | 'error' | 'reset'
  >
}

export const ClockMover = ({ clock, now, advance, useWay, happened }: Moved) => {
  const [step, setStep] = useState<number>(STEPS[0].seconds)
  const choose = (seconds: number) => {
    setStep(seconds)
    advance.reset()
  }
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const { seconds, problem } = askedOf(step, typed, now)
  const isWithin = seconds > 0 && wholeMinutes(seconds) <= clock.mostSeconds
  const way = useWay(isWithin ? wholeMinutes(seconds) : null)
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
              <input type="radio" name="by" checked={step === one.seconds} onChange={() => choose(one.seconds)} />
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
      {way && !advance.isSuccess && (
        <ClockWay
          title="What will happen on the way"
          way={way}
          ends={{ from: now, to: new Date(now.getTime() + seconds * 1000) }}
        />
      )}
      <FailureNote
        error={advance.error}
        what="The clock was not moved."
        fields={step === TO_A_TIME ? ['seconds'] : []}
      />
      {advance.isSuccess && (
        <Note tone="good" icon="circleCheck" role="status">
          <b>The clock stands {aheadWords(clock.aheadSeconds)} ahead.</b> Tokens that ended on the way answer{' '}
          <code>invalid_token</code> from now on; reminders that fell due are in the change feed.
        </Note>
      )}
      {advance.isSuccess && happened && <ClockWay title="What happened on the way" way={happened} />}
      <div className="form-feet">
        <p className="small muted">Time goes on from there, second by second. Back only with a reset.</p>
        <Button type="submit" variant="filled" loading={advance.isPending} leftSection={<Icon name="forward" />}>
          {seconds > 0 ? `Advance ${aheadWords(seconds)}` : 'Advance'}
        </Button>
      </div>
    </form>
  )
}
