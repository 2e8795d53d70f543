/** Registers an application and changes its registration. */
import { graphql, mutation } from '../graphql.ts'

export const REGISTER = mutation(
  'applicationRegister',
  '$input: RegistrationInput!, $idempotencyKey: String',
  'application { clientId }',
)

export const APPLICATION_CHANGE = mutation(
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
