/** Reads the identity of the token. */
import type { Client } from '@airside/client'

export interface Identity {
  readonly operatorId: string
  readonly operatorName: string
  readonly environment: string
  readonly applicationName: string | null
  readonly scopes: readonly string[]
  readonly tokenExpiresAt: string
}

interface Answer {
  readonly operator: { readonly operatorId: string; readonly name: string }
  readonly tokenInfo: {
    readonly environment: string
    readonly applicationName: string | null
    readonly scopeList: readonly string[]
    readonly expiresAt: string
  }
}

const DOCUMENT = `{
  operator { operatorId name }
  tokenInfo { environment applicationName scopeList expiresAt }
}`

export const identityOf = async (client: Client, signal: AbortSignal): Promise<Identity> => {
  const { operator, tokenInfo } = await client.query<Answer>(DOCUMENT, {}, { signal })
  return {
    operatorId: operator.operatorId,
    operatorName: operator.name,
    environment: tokenInfo.environment,
    applicationName: tokenInfo.applicationName,
    scopes: tokenInfo.scopeList,
    tokenExpiresAt: tokenInfo.expiresAt,
  }
}
