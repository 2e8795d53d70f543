/** Exchanges a code of the own sandbox, and asks what a consent page would say. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'
import { REFUSAL } from '../refusal.ts'

export const CODE_EXCHANGE = graphql(
  `
  mutation ExchangeCode(
    $clientId: ID!
    $clientSecret: String!
    $code: String!
    $redirectUri: String!
    $codeVerifier: String
  ) {
    codeExchange(
      clientId: $clientId
      clientSecret: $clientSecret
      code: $code
      redirectUri: $redirectUri
      codeVerifier: $codeVerifier
    ) {
      tokens {
        accessToken
        refreshToken
        expiresInSeconds
        scopeList
        activeTokens
        maxActiveTokens
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
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
