/** Queries and mutations of the account page, about the user's own data only. */
import type { ResultOf } from 'gql.tada'
import { REFUSAL } from '../graph/fragments.ts'
import { graphql, plainMutation } from '../graph/graphql.ts'

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

export const PASSWORD_CHANGE = plainMutation(
  'accountPasswordChange',
  '$currentPassword: String!, $newPassword: String!',
)

export const SECOND_STEP_START = plainMutation('accountSecondStepStart', '$currentPassword: String')

export const SECOND_STEP_CONFIRM = graphql(
  `
  mutation ConfirmSecondStep($code: String!) {
    accountSecondStepConfirm(code: $code) {
      recoveryCodeList
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const RECOVERY_CODES_RENEW = graphql(
  `
  mutation RenewRecoveryCodes($currentPassword: String) {
    accountRecoveryCodesRenew(currentPassword: $currentPassword) {
      recoveryCodeList
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SECOND_STEP_CANCEL = plainMutation('accountSecondStepCancel')

export const SECOND_STEP_END = plainMutation('accountSecondStepEnd', '$currentPassword: String!')

export const SESSION_END = plainMutation('accountSessionEnd', '$sessionId: ID!')

export const SIGN_OUT_EVERYWHERE = plainMutation('accountSignOutEverywhere')

export const PERSONAL_GRANT_END = plainMutation('accountPersonalGrantEnd', '$grantId: ID!')

export const PASSKEY_START = graphql(
  `
  mutation StartPasskey($currentPassword: String) {
    accountPasskeyStart(currentPassword: $currentPassword) {
      creationOptions
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const PASSKEY_ADD = plainMutation('accountPasskeyAdd', '$credential: String!, $name: String')

export const PASSKEY_RENAME = plainMutation('accountPasskeyRename', '$passkeyId: ID!, $name: String!')

export const PASSKEY_REMOVE = plainMutation('accountPasskeyRemove', '$passkeyId: ID!, $currentPassword: String')
