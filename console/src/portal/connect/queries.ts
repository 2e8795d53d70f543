/** Exchanges a code of the own sandbox, and asks what a consent page would say. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graphql.ts'

export const CODE_EXCHANGE = mutation(
  'codeExchange',
  '$clientId: ID!, $clientSecret: String!, $code: String!, $redirectUri: String!, $codeVerifier: String',
  'tokens { accessToken refreshToken expiresInSeconds scopeList activeTokens maxActiveTokens }',
)

export type GrantedTokens = NonNullable<ResultOf<typeof CODE_EXCHANGE>['codeExchange']['tokens']>

/** What the consent page says that the application will not be able to do, in the words of that page. */
export const CONSENT_DENIALS = graphql(`
  query ConsentDenials($clientId: ID!, $scopeList: [String!]!) {
    application(clientId: $clientId) {
      clientId
      consentDenialList(scopeList: $scopeList)
    }
  }
`)
