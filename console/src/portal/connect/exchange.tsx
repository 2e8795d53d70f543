/** The exchange: as lines for a shell, and as a button that uses a pasted secret once. */
import { Button, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { carryOut } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { holdToken } from '../../platform/handed-token.ts'
import { FailureNote } from '../../states/failure-note.tsx'
import type { Attempt } from './attempt.ts'
import { exchangeLine, READ_SECRET } from './curl.ts'
import { Lines } from './lines.tsx'
import { CODE_EXCHANGE, type GrantedTokens } from './queries.ts'
import { Tokens } from './tokens.tsx'

interface ExchangeProps {
  readonly attempt: Attempt
  readonly code: string
  /** Where the button works. */
  readonly sandboxOrigin: string | null
  readonly onExchanged: () => void
}

/** The secret is in this field and in one request, nowhere else: it leaves the field as it is sent. */
const ExchangeForm = ({
  attempt,
  code,
  onTokens,
}: Pick<ExchangeProps, 'attempt' | 'code'> & { onTokens: (tokens: GrantedTokens) => void }) => {
  const [secret, setSecret] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const queries = useQueryClient()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    const { clientId, redirectUri, verifier: codeVerifier } = attempt
    setSecret('')
    try {
      const given = { clientId, clientSecret: secret.trim(), code, redirectUri, codeVerifier }
      const { codeExchange } = await carryOut(CODE_EXCHANGE, given)
      if (codeExchange.tokens) onTokens(codeExchange.tokens)
      await queries.invalidateQueries()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="form" onSubmit={submit}>
      <PasswordInput
        label="Or here: paste the client secret"
        description="Used for this one exchange, never kept."
        autoComplete="off"
        required
        withAsterisk={false}
        value={secret}
        error={problemsByField(error).clientSecret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <FailureNote error={error} what="No tokens were made." fields={['clientSecret']} />
      <div>
        <Button type="submit" variant="filled" loading={isBusy}>
          Exchange
        </Button>
      </div>
    </form>
  )
}

export const Exchange = ({ attempt, code, sandboxOrigin, onExchanged }: ExchangeProps) => {
  const [tokens, setTokens] = useState<GrantedTokens | null>(null)
  const take = (fresh: GrantedTokens) => {
    setTokens(fresh)
    holdToken(fresh.accessToken)
    onExchanged()
  }
  if (tokens) return <Tokens attempt={attempt} tokens={tokens} />
  return (
    <section className="stack" aria-label="Exchange">
      <h3>Exchange it</h3>
      <div className="halves">
        <div className="stack">
          <Lines text={READ_SECRET} label="Copy, then paste the secret" />
          <Lines text={exchangeLine(attempt, code)} label="Copy the exchange" />
        </div>
        {attempt.origin === sandboxOrigin ? (
          <ExchangeForm attempt={attempt} code={code} onTokens={take} />
        ) : (
          <p className="muted">
            The button works at your own sandbox operator. At another address, exchange the code with the lines.
          </p>
        )}
      </div>
    </section>
  )
}
