/** What the import page reads and changes. */
import type { ResultOf, VariablesOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

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

export const IMPORT = mutation(
  'recordsImport',
  `$kind: ImportKind!, $text: String!, $system: String, $fileName: String, $isDryRun: Boolean!,
   $columnChoiceList: [ImportColumnChoice!], $isUnknownLeftOut: Boolean, $leftOutLineList: [Int!], $importId: ID,
   $currentPassword: String, $idempotencyKey: String!`,
  `report {
    isDryRun
    createdCount
    updatedCount
    unchangedCount
    lineCount
    columnList
    importId
    fileColumnList { heading column sampleList }
    lineList { line cellList outcome }
    problemCount
    problemList { line field message }
    warningCount
    warningList { line field message }
  }`,
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

export const UNDO_IMPORT = mutation(
  'recordsImportUndo',
  '$importId: ID!, $idempotencyKey: String!',
  'undone { removedCount updatedCount keptCount keptList { recordId name reason } }',
)

export type Import = ResultOf<typeof RECENT_IMPORTS>['importList']['nodeList'][number]
export type Undone = NonNullable<ResultOf<typeof UNDO_IMPORT>['recordsImportUndo']['undone']>

export type ImportKind = VariablesOf<typeof IMPORT>['kind']
export type ImportReport = NonNullable<ResultOf<typeof IMPORT>['recordsImport']['report']>
export type ImportColumns = ResultOf<typeof IMPORT_COLUMNS>['importColumnList'][number]
