/** What the developer portal reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql } from './graphql.ts'

/** Why a change was refused, as every payload says it (`graph/change`). */
const REFUSAL = graphql(`
  fragment Refusal on UserError {
    code
    message
    path
  }
`)

export const ME = graphql(`
  query Me {
    me {
      userId
      name
      isOwner
      canSendSms
      callbackUri
      outboxPath
      provider {
        name
        sandbox {
          operatorId
          name
          origin
        }
      }
    }
  }
`)

export const APPLICATIONS = graphql(`
  query Applications {
    applicationList {
      clientId
      name
      kind
      mode
      logoPath
      registeredAt
      secretList {
        secretId
      }
      connectionList {
        operatorId
      }
    }
  }
`)

export const APPLICATION = graphql(`
  query Application($clientId: ID!) {
    application(clientId: $clientId) {
      clientId
      name
      kind
      isPersonal
      mode
      logoPath
      redirectUriList
      description
      phoneNumber
      contact
      website
      connectUrl
      registeredAt
      secretsBlockedUntil
      secretList {
        secretId
        lastFour
        createdAt
        expiresAt
      }
      secretCode {
        phoneNumber
        expiresAt
        triesLeft
        delivery
      }
      oldNumberCode {
        phoneNumber
        expiresAt
        triesLeft
        delivery
      }
      newNumberCode {
        phoneNumber
        expiresAt
        triesLeft
        delivery
      }
      phoneChange {
        phoneNumber
        askedAt
        allowedAt
      }
      evidenceList {
        key
        label
        isMet
        value
        source
        todo
      }
      demo {
        demoAt
        link
        timeList
        timeZone
        attendees
        calendarFile
        requirementList {
          text
          isMet
        }
      }
      messageList {
        messageId
        at
        by
        authorName
        text
      }
      transitionList {
        position
        action
        at
        by
        reason
      }
      connectionList {
        connectionId
        operatorId
        operatorName
        environment
        scopeList
        since
        tokens {
          refreshTokens
          maxRefreshTokens
          accessTokens
          maxAccessTokens
        }
      }
      scopeCeilingList {
        name
        area
        access
        text
      }
    }
  }
`)

export type Application = NonNullable<ResultOf<typeof APPLICATION>['application']>

export const REGISTER = graphql(
  `
  mutation Register($input: RegistrationInput!, $idempotencyKey: String) {
    applicationRegister(input: $input, idempotencyKey: $idempotencyKey) {
      application {
        clientId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const APPLICATION_CHANGE = graphql(
  `
  mutation ChangeApplication($clientId: ID!, $input: RegistrationChangeInput!, $idempotencyKey: String) {
    applicationChange(clientId: $clientId, input: $input, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

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

export const SECRET_CODE_SEND = graphql(
  `
  mutation SendSecretCode($clientId: ID!, $idempotencyKey: String) {
    secretCodeSend(clientId: $clientId, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SECRET_CREATE = graphql(
  `
  mutation CreateSecret($clientId: ID!, $code: String!) {
    secretCreate(clientId: $clientId, code: $code) {
      clientSecret
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SECRET_END = graphql(
  `
  mutation EndSecret($clientId: ID!, $secretId: ID!, $at: DateTime, $idempotencyKey: String) {
    secretEnd(clientId: $clientId, secretId: $secretId, at: $at, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const DEMO_REQUEST = graphql(
  `
  mutation RequestDemo($clientId: ID!, $input: DemoInput!, $idempotencyKey: String) {
    demoRequest(clientId: $clientId, input: $input, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const DEMO_WITHDRAW = graphql(
  `
  mutation WithdrawDemo($clientId: ID!, $reason: String!, $idempotencyKey: String) {
    demoWithdraw(clientId: $clientId, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const MESSAGE_SEND = graphql(
  `
  mutation SendMessage($clientId: ID!, $text: String!, $idempotencyKey: String) {
    messageSend(clientId: $clientId, text: $text, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const USAGE = graphql(`
  query Usage($clientId: ID!, $days: Int!) {
    application(clientId: $clientId) {
      clientId
      usage(days: $days) {
        answered
        refused
        throttled
        failed
        tokens
        p50Ms
        p95Ms
        warning
        errorList {
          code
          count
        }
        operatorList {
          operatorName
          environment
          requests
          tokens
          unusedScopeList
        }
        recentList {
          requestId
          at
          operatorName
          operation
          outcome
          code
          cost
          tookMs
        }
      }
    }
  }
`)

export type Usage = NonNullable<ResultOf<typeof USAGE>['application']>['usage']

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

export const MEMBER_INVITE = graphql(
  `
  mutation InviteMember($email: String!, $name: String!, $idempotencyKey: String) {
    memberInvite(email: $email, name: $name, idempotencyKey: $idempotencyKey) {
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

export type Team = ResultOf<typeof TEAM>

export const MEMBER_OWNER_SET = graphql(
  `
  mutation SetOwner($userId: ID!, $isOwner: Boolean!, $idempotencyKey: String) {
    memberOwnerSet(userId: $userId, isOwner: $isOwner, idempotencyKey: $idempotencyKey) {
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

export const PHONE_CHANGE_START = graphql(
  `
  mutation StartPhoneChange($clientId: ID!, $phoneNumber: String!, $idempotencyKey: String) {
    phoneChangeStart(clientId: $clientId, phoneNumber: $phoneNumber, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const PHONE_CHANGE_CONFIRM = graphql(
  `
  mutation ConfirmPhoneChange($clientId: ID!, $oldCode: String, $newCode: String!) {
    phoneChangeConfirm(clientId: $clientId, oldCode: $oldCode, newCode: $newCode) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const PHONE_CHANGE_ASK = graphql(
  `
  mutation AskPhoneChange($clientId: ID!, $phoneNumber: String!, $note: String!, $idempotencyKey: String) {
    phoneChangeAsk(clientId: $clientId, phoneNumber: $phoneNumber, note: $note, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SANDBOX_RESET = graphql(
  `
  mutation ResetSandbox($idempotencyKey: String) {
    sandboxReset(idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
