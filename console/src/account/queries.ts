/** Queries and mutations of the account page, about the user's own data only. */
import type { ResultOf } from 'gql.tada'
import { REFUSAL } from '../graph/fragments.ts'
import { graphql } from '../graph/graphql.ts'

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

export const PASSWORD_CHANGE = graphql(
  `
  mutation ChangePassword($currentPassword: String!, $newPassword: String!) {
    accountPasswordChange(currentPassword: $currentPassword, newPassword: $newPassword) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SECOND_STEP_START = graphql(
  `
  mutation StartSecondStep($currentPassword: String) {
    accountSecondStepStart(currentPassword: $currentPassword) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

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

export const SECOND_STEP_CANCEL = graphql(
  `
  mutation CancelSecondStep {
    accountSecondStepCancel {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SECOND_STEP_END = graphql(
  `
  mutation EndSecondStep($currentPassword: String!) {
    accountSecondStepEnd(currentPassword: $currentPassword) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SESSION_END = graphql(
  `
  mutation EndSession($sessionId: ID!) {
    accountSessionEnd(sessionId: $sessionId) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SIGN_OUT_EVERYWHERE = graphql(
  `
  mutation SignOutEverywhere {
    accountSignOutEverywhere {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const PERSONAL_GRANT_END = graphql(
  `
  mutation EndPersonalGrant($grantId: ID!) {
    accountPersonalGrantEnd(grantId: $grantId) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

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

export const PASSKEY_ADD = graphql(
  `
  mutation AddPasskey($credential: String!, $name: String) {
    accountPasskeyAdd(credential: $credential, name: $name) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const PASSKEY_RENAME = graphql(
  `
  mutation RenamePasskey($passkeyId: ID!, $name: String!) {
    accountPasskeyRename(passkeyId: $passkeyId, name: $name) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const PASSKEY_REMOVE = graphql(
  `
  mutation RemovePasskey($passkeyId: ID!, $currentPassword: String) {
    accountPasskeyRemove(passkeyId: $passkeyId, currentPassword: $currentPassword) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
