/** The choice of credential, the expected cost, and the button that sends the query. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { Button, NativeSelect, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { counted, grouped } from '../text/count.ts'
import { type Answered, type Asker, type Credential, tokenIn } from './credential.ts'
import { facts } from './facts.ts'
import type { Report } from './reading/report.ts'

interface ToolsProps {
  readonly credential: Credential
  readonly asker: Asker | null
  readonly refusal: string | null
  readonly report: Report
  readonly last: Answered | null
  readonly onChoose: (credential: Credential) => void
}

const CHOICES = [
  ...(facts.isAdmin ? [{ value: 'session', label: 'Your session' }] : []),
  { value: 'none', label: 'A token you paste' },
]

const TokenForm = ({ onToken }: { readonly onToken: (token: string) => void }) => {
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const token = tokenIn(pasted)
    if (token === null) return setProblem('Paste an access token: letters and digits, without spaces')
    onToken(token)
  }
  return (
    <form className="explorer-token" onSubmit={submit}>
      <PasswordInput
        aria-label="Access token"
        placeholder="Access token, kept in this page only"
        autoComplete="off"
        value={pasted}
        error={problem}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <Button type="submit">Use token</Button>
    </form>
  )
}

const WhoAsks = ({ credential, asker, refusal, onChoose }: ToolsProps) => {
  if (credential.kind === 'none') return <TokenForm onToken={(token) => onChoose({ kind: 'token', token })} />
  return (
    <span className="small row explorer-asker" role="status">
      {refusal !== null && (
        <span className="bad row">
          <Icon name="circleCross" />
          {refusal}
        </span>
      )}
      {asker && credential.kind === 'token' && <b>{asker.name}</b>}
      {asker && <span className="muted">{counted(asker.scopes.length, 'scope')}</span>}
      {asker?.expiresAt && credential.kind === 'token' && (
        <span className="muted row">
          <Icon name="clock" />
          <span>
            until <Moment at={asker.expiresAt} as="minutes" />
          </span>
        </span>
      )}
      {credential.kind === 'token' && (
        <Button size="xs" onClick={() => onChoose({ kind: 'none' })}>
          Another token
        </Button>
      )}
    </span>
  )
}

const remainingIn = (last: Answered | null): number | null => {
  const extensions = last?.body.extensions as { cost?: { remaining?: number } } | undefined
  return extensions?.cost?.remaining ?? null
}

const CostLine = ({ report, last }: Pick<ToolsProps, 'report' | 'last'>) => {
  const cost = report.kind === 'read' ? report.cost : null
  const remaining = remainingIn(last)
  if (!cost && remaining === null) return null
  const number = (amount: number): string => grouped(Math.floor(amount))
  return (
    <span className="small muted number">
      {cost && `Cost ${cost.isExact ? '' : 'about '}${number(cost.amount)}`}
      {cost && remaining !== null && ', '}
      {remaining !== null && `${number(remaining)} left`}
    </span>
  )
}

export const Tools = (props: ToolsProps) => {
  const { credential, report, last, onChoose } = props
  const { run } = useGraphiQLActions()
  const isFetching = useGraphiQL((state) => state.isFetching)
  return (
    <div className="explorer-tools">
      <h1>Explorer</h1>
      {facts.isAdmin && (
        <NativeSelect
          aria-label="Run as"
          data={CHOICES}
          value={credential.kind === 'session' ? 'session' : 'none'}
          onChange={(event) => onChoose({ kind: event.currentTarget.value === 'session' ? 'session' : 'none' })}
        />
      )}
      <WhoAsks {...props} />
      <div className="explorer-send">
        <CostLine report={report} last={last} />
        <Button variant="filled" loading={isFetching} leftSection={<Icon name="play" />} onClick={() => run()}>
          Run
        </Button>
      </div>
    </div>
  )
}
