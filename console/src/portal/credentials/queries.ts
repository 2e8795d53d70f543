/** Client secrets, and the phone number that secures them. */
import { graphql, plainMutation } from '../graphql.ts'
import { REFUSAL } from '../refusal.ts'

export const SECRET_CODE_SEND = plainMutation('secretCodeSend', '$clientId: ID!, $idempotencyKey: String')

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

export const SECRET_END = plainMutation(
  'secretEnd',
  '$clientId: ID!, $secretId: ID!, $at: DateTime, $idempotencyKey: String',
)

export const PHONE_CHANGE_START = plainMutation(
  'phoneChangeStart',
  '$clientId: ID!, $phoneNumber: String!, $idempotencyKey: String',
)

export const PHONE_CHANGE_CONFIRM = plainMutation(
  'phoneChangeConfirm',
  '$clientId: ID!, $oldCode: String, $newCode: String!',
)

export const PHONE_CHANGE_ASK = plainMutation(
  'phoneChangeAsk',
  '$clientId: ID!, $phoneNumber: String!, $note: String!, $idempotencyKey: String',
)
