/** Step 3: what came back, checked as a server must check it, and the exchange of its code. */
import { Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Note } from '../../states/note.tsx'
import { type Arrival, type Attempt, attemptByState } from './attempt.ts'
import { CODE_SECONDS, Countdown, useSecondsLeft } from './countdown.tsx'
import { Exchange } from './exchange.tsx'
import { type Check, type Received, readCallback, stateIn } from './received.ts'

const JUST_ARRIVED_MS = 30_000

interface InspectorProps {
  readonly clientId: string
  readonly callbackUri: string
  readonly sandboxOrigin: string | null
  readonly arrival: Arrival | null
  /** The link that was opened or copied last. */
  readonly last: Attempt | null
}

const Checks = ({ checks }: { readonly checks: readonly Check[] }) => (
  <ul className="stack-tight">
    {checks.map(({ name, isGood, text }) => (
      <li key={name} className="check-line">
        <span className={isGood ? 'good' : 'bad'}>
          <Icon name={isGood ? 'circleCheck' : 'circleCross'} />
        </span>
        <span>
          <b>{name}</b> {text}
          <span className="unseen">{isGood ? ', fine' : ', wrong'}</span>
        </span>
      </li>
    ))}
  </ul>
)

interface CodeProps {
  readonly received: Received & { readonly kind: 'code' }
  readonly arrivedAt: number
  readonly attempt: Attempt | null
  readonly sandboxOrigin: string | null
}

const Code = ({ received, arrivedAt, attempt, sandboxOrigin }: CodeProps) => {
  const seconds = useSecondsLeft(arrivedAt)
  const [isUsed, setUsed] = useState(false)
  const code = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Who comes back from the operator sees the code and its countdown, not the top of a long page.
    if (Date.now() - arrivedAt < JUST_ARRIVED_MS) code.current?.scrollIntoView({ block: 'center' })
  }, [arrivedAt])
  const until = new Date(arrivedAt + CODE_SECONDS * 1000).toISOString()
  return (
    <div className="stack">
      <div className={isUsed ? 'connect-code connect-code-used' : 'connect-code'} ref={code}>
        {!isUsed && <Countdown seconds={seconds} />}
        <div className="stack-tight">
          <div className="row">
            <code>{received.code}</code>
            <CopyButton text={received.code} label="Copy the code" />
          </div>
          {isUsed && <p className="small muted">Used: a second use would end the tokens of the first.</p>}
          {!isUsed && seconds > 0 && (
            <p className="small muted">
              Works once, until <Moment at={until} as="seconds" /> at the latest, for this client and this redirect
              address.
            </p>
          )}
        </div>
        <Checks checks={received.checks} />
      </div>
      {!isUsed && seconds === 0 && (
        <Note icon="clock" role="status">
          <b>
            The code ended at <Moment at={until} as="seconds" />.
          </b>{' '}
          Open the link again: what was allowed is shown as allowed.
        </Note>
      )}
      {!received.isGood && (
        <Note tone="fail" icon="circleCross" role="alert">
          <b>This is not the answer to your link.</b> The code is not offered for exchange here.
        </Note>
      )}
      {received.isGood && attempt && (
        <Exchange
          attempt={attempt}
          code={received.code}
          sandboxOrigin={sandboxOrigin}
          onExchanged={() => setUsed(true)}
        />
      )}
    </div>
  )
}

const Verdict = ({ received, ...rest }: Omit<CodeProps, 'received'> & { readonly received: Received }) => {
  if (received.kind === 'code') return <Code received={received} {...rest} />
  if (received.kind === 'unreadable') {
    return (
      <Note tone="fail" icon="circleCross" role="alert">
        {received.why}
      </Note>
    )
  }
  return (
    <Note icon="lock" role="status">
      <b>{received.error}.</b> {received.meaning}
      {received.description !== null && (
        <>
          <br />
          The operator says: {received.description}
        </>
      )}
    </Note>
  )
}

export const Inspector = ({ clientId, callbackUri, sandboxOrigin, arrival, last }: InspectorProps) => {
  const [pasted, setPasted] = useState({ text: '', at: 0 })
  const shown = pasted.text === '' ? arrival && { text: arrival.query, at: arrival.at } : pasted
  const found = shown && attemptByState(stateIn(shown.text) ?? '')
  // Where nothing has this state, the last link tells what should have come back.
  const attempt = found?.clientId === clientId ? found : last
  return (
    <Panel title="3 · Callback inspector" hint={<code>{callbackUri}</code>}>
      <div className="panel-body stack">
        {shown === null && <p className="muted">Nothing has come back yet. Open the link above.</p>}
        {shown !== null && (
          <Verdict
            key={shown.text}
            received={readCallback(shown.text, attempt)}
            arrivedAt={shown.at}
            attempt={attempt}
            sandboxOrigin={sandboxOrigin}
          />
        )}
        <Textarea
          label="Callback address"
          description="What comes to this portal’s callback is read by itself. From another redirect address, paste it here."
          rows={2}
          value={pasted.text}
          onChange={(event) => setPasted({ text: event.currentTarget.value, at: Date.now() })}
        />
      </div>
    </Panel>
  )
}
