/** What the export's page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

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

export const START_EXPORT = mutation('operatorExportStart', '$currentPassword: String, $idempotencyKey: String!')

export const OPEN_EXPORT = mutation('operatorExportOpen', '$currentPassword: String, $idempotencyKey: String!')
