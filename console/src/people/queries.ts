/** What the users page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

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
      state
      invitationExpiresAt
      hasSecondStep
      passkeyCount
      lastSeenAt
      isViewer
    }
  }
`)

export type UserAccount = ResultOf<typeof USERS>['userAccountList'][number]

export const USER_INVITE = mutation(
  'userInvite',
  '$input: UserInviteInput!, $idempotencyKey: String!, $currentPassword: String',
)

export const USER_INVITE_AGAIN = mutation(
  'userInviteAgain',
  '$userId: ID!, $idempotencyKey: String!, $currentPassword: String',
)

export const USER_ADMIN_SET = mutation(
  'userAdminSet',
  '$userId: ID!, $isAdmin: Boolean!, $idempotencyKey: String!, $currentPassword: String',
)

export const USER_ROLE_SET = mutation(
  'userRoleSet',
  '$userId: ID!, $roleList: [String!]!, $idempotencyKey: String!, $currentPassword: String',
)

export const USER_REMOVE = mutation('userRemove', '$userId: ID!, $idempotencyKey: String!')

export const USER_RESET_SEND = mutation('userResetSend', '$userId: ID!, $idempotencyKey: String!')

export const USER_SECOND_STEP_END = mutation(
  'userSecondStepEnd',
  '$userId: ID!, $reason: String!, $idempotencyKey: String!, $currentPassword: String',
)

export const SECOND_STEP_REQUIRE = mutation(
  'secondStepRequire',
  '$isRequired: Boolean!, $idempotencyKey: String!, $currentPassword: String',
)
