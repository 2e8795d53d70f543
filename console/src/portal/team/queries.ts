/** The members of a provider. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'
import { REFUSAL } from '../refusal.ts'

export const TEAM = graphql(`
  query Team {
    me {
      userId
      isOwner
    }
    memberList {
      userId
      name
      email
      isOwner
      hasSecondStep
      joinedAt
    }
    invitationList {
      invitationId
      name
      email
      expiresAt
    }
  }
`)

export type Team = ResultOf<typeof TEAM>

export const MEMBER_INVITE = graphql(
  `
  mutation InviteMember($email: String!, $name: String!, $idempotencyKey: String, $currentPassword: String) {
    memberInvite(email: $email, name: $name, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const MEMBER_REMOVE = graphql(
  `
  mutation RemoveMember($userId: ID!, $idempotencyKey: String) {
    memberRemove(userId: $userId, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

/** What goes on without them, asked before somebody is removed. */
export const LEFT_BEHIND = graphql(`
  query LeftBehind($userId: ID!) {
    leftBehindList(userId: $userId) {
      kind
      clientId
      applicationName
      webhookId
      environment
      host
      lastFour
    }
  }
`)

export const MEMBER_OWNER_SET = graphql(
  `
  mutation SetOwner($userId: ID!, $isOwner: Boolean!, $idempotencyKey: String, $currentPassword: String) {
    memberOwnerSet(userId: $userId, isOwner: $isOwner, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const MEMBER_INVITATION_END = graphql(
  `
  mutation EndInvitation($invitationId: ID!, $idempotencyKey: String) {
    memberInvitationEnd(invitationId: $invitationId, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
