/** What the page of documents reads and does beyond the fields of a document. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../../graph/graphql.ts'

export const DOCUMENT_OWN = graphql(`
  query DocumentOwn($documentId: ID!) {
    document(documentId: $documentId) {
      version
      revision
      isPassengerData
      revisionList {
        revision
        byteSize
        sha256
        changeNote
        createdAt
      }
      acknowledgementList {
        crewMemberId
        userId
        revision
        at
      }
    }
  }
`)

export type DocumentOwn = NonNullable<ResultOf<typeof DOCUMENT_OWN>['document']>

export const DOCUMENT_LINK = graphql(`
  query DocumentLinkOf($documentId: ID!, $revision: Int) {
    documentLink(documentId: $documentId, revision: $revision) {
      path
    }
  }
`)

export const UPLOAD_START = mutation('documentUploadStart', '$input: DocumentUploadInput!', 'upload { uploadId path }')

export const REVISE = mutation(
  'documentRevise',
  '$documentId: ID!, $uploadId: ID!, $changeNote: String, $expectedVersion: Int!, $idempotencyKey: String',
)

export const ACKNOWLEDGE = mutation('documentAcknowledge', '$documentIdList: [ID!]!, $idempotencyKey: String')
