/** Why a change was refused, as every payload says it (`graph/change`). */
import { graphql } from './graphql.ts'

export const REFUSAL = graphql(`
  fragment Refusal on UserError {
    code
    message
    path
  }
`)
