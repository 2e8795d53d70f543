/** What the export's page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { REFUSAL } from '../graph/fragments.ts'
import { graphql, plainMutation } from '../graph/graphql.ts'

export const OPERATOR_EXPORT = graphql(`
  query OperatorExport {
    operatorExport {
      exportId
      state
      askedAt
      askedByName
      rowCount
      expiresAt
      nextAt
      fileList {
        name
        path
        rowCount
        byteCount
      }
    }
  }
`)

export type OperatorExport = NonNullable<ResultOf<typeof OPERATOR_EXPORT>['operatorExport']>

export const START_EXPORT = graphql(
  `
  mutation StartOperatorExport($currentPassword: String, $idempotencyKey: String!) {
    operatorExportStart(currentPassword: $currentPassword, idempotencyKey: $idempotencyKey) {
      operatorExport {
        exportId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const OPEN_EXPORT = plainMutation('operatorExportOpen', '$currentPassword: String, $idempotencyKey: String!')
