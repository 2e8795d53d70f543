/** Registers an application and changes its registration. */
import { graphql, plainMutation } from '../graphql.ts'
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

export const APPLICATION_CHANGE = plainMutation(
  'applicationChange',
  '$clientId: ID!, $input: RegistrationChangeInput!, $idempotencyKey: String',
)

export const KINDS = graphql(`
  query ApplicationKinds {
    applicationKindList {
      kind
      areaList
    }
  }
`)
