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
      fieldList {
        column
        label
        isNeeded
        insteadList
      }
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
    $columnChoiceList: [ImportColumnChoice!]
    $leftOutLineList: [Int!]
    $importId: ID
    $currentPassword: String
    $idempotencyKey: String!
  ) {
    recordsImport(
      kind: $kind
      text: $text
      system: $system
      fileName: $fileName
      isDryRun: $isDryRun
      columnChoiceList: $columnChoiceList
      isUnknownLeftOut: true
      leftOutLineList: $leftOutLineList
      importId: $importId
      currentPassword: $currentPassword
      idempotencyKey: $idempotencyKey
    ) {
      report {
        isDryRun
        createdCount
        updatedCount
        unchangedCount
        lineCount
        columnList
        importId
        fileColumnList {
          heading
          column
          sampleList
        }
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

export const RECENT_IMPORTS = graphql(`
  query RecentImports($page: PageInput!) {
    importList(page: $page) {
      nodeList {
        importId
        kind
        fileName
        at
        canBeUndoneUntil
        undoneAt
        createdCount
        updatedCount
        by {
          kind
          person {
            name
            surname
          }
        }
      }
      pageInfo {
        hasMore
        endCursor
      }
    }
  }
`)

export const UNDO_IMPORT = graphql(
  `
  mutation UndoImport($importId: ID!, $idempotencyKey: String!) {
    recordsImportUndo(importId: $importId, idempotencyKey: $idempotencyKey) {
      undone {
        removedCount
        updatedCount
        keptCount
        keptList {
          recordId
          name
          reason
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

export type Import = ResultOf<typeof RECENT_IMPORTS>['importList']['nodeList'][number]
export type Undone = NonNullable<ResultOf<typeof UNDO_IMPORT>['recordsImportUndo']['undone']>

export type ImportKind = VariablesOf<typeof IMPORT>['kind']
export type ImportReport = NonNullable<ResultOf<typeof IMPORT>['recordsImport']['report']>
export type ImportColumns = ResultOf<typeof IMPORT_COLUMNS>['importColumnList'][number]
