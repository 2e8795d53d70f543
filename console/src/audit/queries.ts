/** What the audit log reads. */
import type { ResultOf, VariablesOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'

export const AUDIT = graphql(`
  query AuditLog($filter: AuditEntryFilter, $page: PageInput) {
    auditEntryList(filter: $filter, page: $page) {
      nodeList {
        auditEntryId
        at
        actorKind
        actorId
        actorName
        action
        subjectKind
        subjectId
        subjectName
        address
        requestId
        detail
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

export type AuditEntry = ResultOf<typeof AUDIT>['auditEntryList']['nodeList'][number]
export type AuditFilter = NonNullable<VariablesOf<typeof AUDIT>['filter']>

export const AUDIT_ACTIONS = graphql(`
  query AuditActions {
    auditActionList
  }
`)
