/** The link while it is put together: it starts from the last one of this tab, else from what needs least. */
import { useEffect, useState } from 'react'
import type { Application } from '../queries.ts'
import { type Attempt, attemptsOf } from './attempt.ts'
import { canHash, challengeOf, newState, newVerifier } from './pkce.ts'

export interface LinkDraft {
  readonly origin: string
  readonly redirectUri: string
  readonly scopes: ReadonlySet<string>
  readonly state: string
  readonly verifier: string | null
}

interface Start {
  readonly application: Application
  readonly sandboxOrigin: string
  readonly callbackUri: string
}

const redirectOf = ({ application, callbackUri }: Start, last: Attempt | undefined): string => {
  const registered = application.redirectUriList
  if (last && registered.includes(last.redirectUri)) return last.redirectUri
  return registered.includes(callbackUri) ? callbackUri : (registered[0] ?? '')
}

const startOf = (start: Start): LinkDraft => {
  const [last] = attemptsOf(start.application.clientId)
  const ceiling = start.application.scopeCeilingList
  const first = ceiling.find(({ access }) => access === 'read') ?? ceiling[0]
  return {
    origin: last?.origin ?? start.sandboxOrigin,
    redirectUri: redirectOf(start, last),
    scopes: new Set(last?.scopes ?? (first ? [first.name] : [])),
    state: newState(),
    verifier: canHash() ? newVerifier() : null,
  }
}

export const useLinkDraft = (start: Start) => {
  const [draft, setDraft] = useState(() => startOf(start))
  const [hashed, setHashed] = useState<{ of: string; challenge: string } | null>(null)
  const { verifier } = draft
  useEffect(() => {
    if (verifier === null) return
    let isCurrent = true
    void challengeOf(verifier).then((challenge) => isCurrent && setHashed({ of: verifier, challenge }))
    return () => {
      isCurrent = false
    }
  }, [verifier])
  const attempt: Attempt = {
    clientId: start.application.clientId,
    ...draft,
    scopes: start.application.scopeCeilingList.flatMap(({ name }) => (draft.scopes.has(name) ? [name] : [])),
  }
  const challenge = hashed !== null && hashed.of === verifier ? hashed.challenge : null
  return { draft, attempt, challenge, change: (more: Partial<LinkDraft>) => setDraft({ ...draft, ...more }) }
}
