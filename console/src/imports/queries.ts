/** What the import page reads and changes. */
import type { ResultOf, VariablesOf } from 'gql.tada'
import { REFUSAL } from '../graph/fragments.ts'
import { graphql } from '../graph/graphql.ts'

export const IMPORT_COLUMNS = graphql(`
  query ImportColumns {
    importColumnList {
      kind
      columnList
      requiredList
    }
  }
`)

export const IMPORT = graphql(
  `
  mutation ImportRecords(
    $kind: ImportKind!
    $text: String!
    $system: String
    $fileName: String
    $isDryRun: Boolean!
    $idempotencyKey: String!
  ) {
    recordsImport(
      kind: $kind
      text: $text
      system: $system
      fileName: $fileName
      isDryRun: $isDryRun
      idempotencyKey: $idempotencyKey
    ) {
      report {
        isDryRun
        createdCount
        updatedCount
        unchangedCount
        lineCount
        columnList
        lineList {
          line
          cellList
          outcome
        }
        problemCount
        problemList {
          line
          field
          message
        }
        warningCount
        warningList {
          line
          field
          message
        }
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export type ImportKind = VariablesOf<typeof IMPORT>['kind']
export type ImportReport = NonNullable<ResultOf<typeof IMPORT>['recordsImport']['report']>
export type ImportColumns = ResultOf<typeof IMPORT_COLUMNS>['importColumnList'][number]
