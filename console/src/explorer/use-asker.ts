/** Asks the server who the credential is and what it may do. */
import { useEffect, useState } from 'react'
import { textOf } from '../graph/graphql.ts'
import { type Asker, type Credential, sendAs, TOKEN_INFO } from './credential.ts'

interface TokenInfoAnswer {
  readonly data?: {
    readonly tokenInfo: {
      readonly scopeList: readonly string[]
      readonly applicationName: string | null
      readonly expiresAt: string
    }
  }
  readonly errors?: readonly { readonly message: string }[]
}

const shortened = (token: string): string => `${/^air_[a-z]+_[a-z]+_/.exec(token)?.[0] ?? ''}…${token.slice(-4)}`

const nameOf = (credential: Credential, applicationName: string | null): string => {
  if (credential.kind !== 'token') return 'Your session'
  return `${applicationName ?? 'API key'} (${shortened(credential.token)})`
}

/** `asker` is null until it is known; `refusal` says why the server does not know it. */
export const useAsker = (credential: Credential): { asker: Asker | null; refusal: string | null } => {
  const [known, setKnown] = useState<{ of: Credential; asker: Asker | null; refusal: string | null } | null>(null)
  useEffect(() => {
    if (credential.kind === 'none') return
    let isCurrent = true
    void sendAs(credential, { query: textOf(TOKEN_INFO) }).then(({ body }) => {
      if (!isCurrent) return
      const { data, errors } = body as TokenInfoAnswer
      const info = data?.tokenInfo
      if (!info)
        return setKnown({ of: credential, asker: null, refusal: errors?.[0]?.message ?? 'It is not known here.' })
      const { applicationName, expiresAt, scopeList } = info
      const asker = { name: nameOf(credential, applicationName), scopes: scopeList, applicationName, expiresAt }
      setKnown({ of: credential, asker, refusal: null })
    })
    return () => {
      isCurrent = false
    }
  }, [credential])
  return known?.of === credential ? known : { asker: null, refusal: null }
}
