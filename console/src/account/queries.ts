/** Queries and mutations of the account page, about the user's own data only. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

export const ACCOUNT = graphql(`
  query Account {
    viewer {
      userId
      name
      surname
      email
      roleList
      passwordCharactersLeast
      secondStep {
        state
        since
        secret
        otpauthUri
        recoveryCodesLeft
      }
      passkeyList {
        passkeyId
        name
        isBackedUp
        createdAt
        lastUsedAt
      }
      sessionList {
        sessionId
        device
        address
        startedAt
        lastSeenAt
        isCurrent
      }
      personalGrantList {
        grantId
        applicationName
        logoPath
        grantedAt
        lastUsedAt
        scopeList {
          name
          area
          access
          text
        }
      }
    }
  }
`)

export type Account = ResultOf<typeof ACCOUNT>['viewer']
export type Passkey = Account['passkeyList'][number]

export const PASSWORD_CHANGE = mutation('accountPasswordChange', '$currentPassword: String!, $newPassword: String!')

export const SECOND_STEP_START = mutation('accountSecondStepStart', '$currentPassword: String')

export const SECOND_STEP_CONFIRM = mutation('accountSecondStepConfirm', '$code: String!', 'recoveryCodeList')

export const RECOVERY_CODES_RENEW = mutation(
  'accountRecoveryCodesRenew',
  '$currentPassword: String',
  'recoveryCodeList',
)

export const SECOND_STEP_CANCEL = mutation('accountSecondStepCancel')

export const SECOND_STEP_END = mutation('accountSecondStepEnd', '$currentPassword: String!')

export const SESSION_END = mutation('accountSessionEnd', '$sessionId: ID!')

export const SIGN_OUT_EVERYWHERE = mutation('accountSignOutEverywhere')

export const PERSONAL_GRANT_END = mutation('accountPersonalGrantEnd', '$grantId: ID!')

export const PASSKEY_START = mutation('accountPasskeyStart', '$currentPassword: String', 'creationOptions')

export const PASSKEY_ADD = mutation('accountPasskeyAdd', '$credential: String!, $name: String')

export const PASSKEY_RENAME = mutation('accountPasskeyRename', '$passkeyId: ID!, $name: String!')

export const PASSKEY_REMOVE = mutation('accountPasskeyRemove', '$passkeyId: ID!, $currentPassword: String')
