/** Client secrets, and the phone number that secures them. */
import { graphql } from '../graphql.ts'
import { REFUSAL } from '../refusal.ts'

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
