/** Registers an application and changes its registration. */
import { graphql } from '../graphql.ts'
import { REFUSAL } from '../refusal.ts'

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

export const KINDS = graphql(`
  query ApplicationKinds {
    applicationKindList {
      kind
      areaList
    }
  }
`)
