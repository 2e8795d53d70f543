/** Client secrets, and the phone number that secures them. */
import { mutation } from '../graphql.ts'

export const SECRET_CODE_SEND = mutation('secretCodeSend', '$clientId: ID!, $idempotencyKey: String')

export const SECRET_CREATE = mutation('secretCreate', '$clientId: ID!, $code: String!', 'clientSecret')

export const SECRET_END = mutation(
  'secretEnd',
  '$clientId: ID!, $secretId: ID!, $at: DateTime, $idempotencyKey: String',
)

export const PHONE_CHANGE_START = mutation(
  'phoneChangeStart',
  '$clientId: ID!, $phoneNumber: String!, $idempotencyKey: String',
)

export const PHONE_CHANGE_CONFIRM = mutation(
  'phoneChangeConfirm',
  '$clientId: ID!, $oldCode: String, $newCode: String!',
)

export const PHONE_CHANGE_ASK = mutation(
  'phoneChangeAsk',
  '$clientId: ID!, $phoneNumber: String!, $note: String!, $idempotencyKey: String',
)
