/** The members of a provider. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graphql.ts'

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

export const MEMBER_INVITE = mutation(
  'memberInvite',
  '$email: String!, $name: String!, $idempotencyKey: String, $currentPassword: String',
)

export const MEMBER_REMOVE = mutation('memberRemove', '$userId: ID!, $idempotencyKey: String')

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

export const MEMBER_OWNER_SET = mutation(
  'memberOwnerSet',
  '$userId: ID!, $isOwner: Boolean!, $idempotencyKey: String, $currentPassword: String',
)

export const MEMBER_INVITATION_END = mutation('memberInvitationEnd', '$invitationId: ID!, $idempotencyKey: String')
