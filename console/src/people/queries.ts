/** What the users page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'

export const USERS = graphql(`
  query Users {
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
      lastSeenAt
      isViewer
    }
  }
`)

export type UserAccount = ResultOf<typeof USERS>['userAccountList'][number]

export const USER_INVITE = graphql(`
  mutation InviteUser($input: UserInviteInput!) {
    userInvite(input: $input) {
      userAccount {
        userId
      }
      userErrorList {
        message
        path
      }
    }
  }
`)

export const USER_INVITE_AGAIN = graphql(`
  mutation InviteUserAgain($userId: ID!) {
    userInviteAgain(userId: $userId) {
      userAccount {
        userId
      }
      userErrorList {
        message
        path
      }
    }
  }
`)

export const USER_ADMIN_SET = graphql(`
  mutation SetUserAdmin($userId: ID!, $isAdmin: Boolean!) {
    userAdminSet(userId: $userId, isAdmin: $isAdmin) {
      userAccount {
        userId
      }
      userErrorList {
        message
        path
      }
    }
  }
`)

export const USER_REMOVE = graphql(`
  mutation RemoveUser($userId: ID!) {
    userRemove(userId: $userId) {
      userId
      userErrorList {
        message
        path
      }
    }
  }
`)
