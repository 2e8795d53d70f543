/** What the users page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { REFUSAL } from '../graph/fragments.ts'
import { graphql, plainMutation } from '../graph/graphql.ts'

export const USERS = graphql(`
  query Users {
    viewer {
      isSecondStepRequired
    }
    userAccountList {
      userId
      name
      surname
      email
      roleList
      isAdmin
      createdAt
      state
      invitationExpiresAt
      hasSecondStep
      passkeyCount
      recoveryCodesLeft
      lastSeenAt
      isViewer
    }
  }
`)

export type UserAccount = ResultOf<typeof USERS>['userAccountList'][number]

export const USER_INVITE = graphql(
  `
  mutation InviteUser($input: UserInviteInput!, $idempotencyKey: String!, $currentPassword: String) {
    userInvite(input: $input, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      userAccount {
        userId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const USER_INVITE_AGAIN = graphql(
  `
  mutation InviteUserAgain($userId: ID!, $idempotencyKey: String!, $currentPassword: String) {
    userInviteAgain(userId: $userId, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      userAccount {
        userId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const USER_ADMIN_SET = graphql(
  `
  mutation SetUserAdmin($userId: ID!, $isAdmin: Boolean!, $idempotencyKey: String!, $currentPassword: String) {
    userAdminSet(userId: $userId, isAdmin: $isAdmin, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      userAccount {
        userId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const USER_ROLE_SET = graphql(
  `
  mutation SetUserRoles($userId: ID!, $roleList: [String!]!, $idempotencyKey: String!, $currentPassword: String) {
    userRoleSet(userId: $userId, roleList: $roleList, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      userAccount {
        userId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const USER_REMOVE = graphql(
  `
  mutation RemoveUser($userId: ID!, $idempotencyKey: String!) {
    userRemove(userId: $userId, idempotencyKey: $idempotencyKey) {
      userId
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const USER_RESET_SEND = plainMutation('userResetSend', '$userId: ID!, $idempotencyKey: String!')

export const USER_SECOND_STEP_END = plainMutation(
  'userSecondStepEnd',
  '$userId: ID!, $reason: String!, $idempotencyKey: String!, $currentPassword: String',
)

export const SECOND_STEP_REQUIRE = plainMutation(
  'secondStepRequire',
  '$isRequired: Boolean!, $idempotencyKey: String!, $currentPassword: String',
)
