/** A person's own reports: what they read, send, answer and withdraw. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../../graph/graphql.ts'

const OWN_REPORT = graphql(`
  fragment OwnReport on MySafetyReport {
    safetyReportId
    reference
    subject
    legalType
    confidentiality
    status
    title
    narrative
    occurredAt
    sentAt
    feedback
    flightId
    documentList {
      safetyAttachmentId
      title
      byteSize
      path
    }
    version
  }
`)

export type OwnReport = ResultOf<typeof OWN_REPORT>

export const OWN_REPORTS = graphql(
  `
  query OwnReports($page: PageInput) {
    mySafetyReportList(page: $page) {
      nodeList {
        ...OwnReport
      }
      pageInfo {
        hasMore
        endCursor
      }
    }
  }
`,
  [OWN_REPORT],
)

export const OWN_DRAFT = graphql(
  `
  query OwnDraft($safetyReportId: ID!) {
    mySafetyReport(safetyReportId: $safetyReportId) {
      ...OwnReport
    }
  }
`,
  [OWN_REPORT],
)

export const OWN_UPLOAD_START = mutation(
  'mySafetyUploadStart',
  '$input: DocumentUploadInput!',
  'upload { uploadId path }',
)

export const REPORT_CHANGE = mutation(
  'mySafetyReportUpdate',
  '$safetyReportId: ID!, $input: MySafetyReportUpdateInput!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const OWN_MESSAGES = graphql(`
  query OwnReportMessages($safetyReportId: ID!) {
    mySafetyReport(safetyReportId: $safetyReportId) {
      messageList {
        messageId
        from
        text
        at
      }
    }
  }
`)

export const OWN_FLIGHTS = graphql(`
  query Roster($interval: IntervalInput!) {
    myFlightList(interval: $interval, page: { first: 50, isDescending: true }) {
      nodeList {
        flightId
        flightNo
        adepICAO
        arrivalICAO
        schedule {
          offBlock
        }
      }
    }
  }
`)

export const REPORT_SEND = mutation(
  'mySafetyReportCreate',
  '$input: SafetyReportInput!, $idempotencyKey: String',
  'safetyReport { safetyReportId }',
)

export const REPORT_STATUS = mutation(
  'mySafetyReportStatusSet',
  '$safetyReportId: ID!, $status: SafetyStatus!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const OFFICE_ANSWER = mutation(
  'mySafetyMessageSend',
  '$safetyReportId: ID!, $text: String!, $idempotencyKey: String',
)
