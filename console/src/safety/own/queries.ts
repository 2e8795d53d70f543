/** A person's own reports: what they read, send, answer and withdraw. */
import type { ResultOf } from 'gql.tada'
import { REFUSAL } from '../../graph/fragments.ts'
import { graphql, plainMutation } from '../../graph/graphql.ts'

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

export const OWN_UPLOAD_START = graphql(
  `
  mutation OwnUploadStart($input: DocumentUploadInput!) {
    mySafetyUploadStart(input: $input) {
      upload {
        uploadId
        path
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const REPORT_CHANGE = graphql(
  `
  mutation ChangeOwnReport(
    $safetyReportId: ID!
    $input: MySafetyReportUpdateInput!
    $expectedVersion: Int!
    $idempotencyKey: String
  ) {
    mySafetyReportUpdate(
      safetyReportId: $safetyReportId
      input: $input
      expectedVersion: $expectedVersion
      idempotencyKey: $idempotencyKey
    ) {
      safetyReport {
        safetyReportId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
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

export const REPORT_SEND = graphql(
  `
  mutation SendOwnReport($input: SafetyReportInput!, $idempotencyKey: String) {
    mySafetyReportCreate(input: $input, idempotencyKey: $idempotencyKey) {
      safetyReport {
        safetyReportId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const REPORT_WITHDRAW = graphql(
  `
  mutation WithdrawOwnReport($safetyReportId: ID!, $expectedVersion: Int!, $idempotencyKey: String) {
    mySafetyReportStatusSet(
      safetyReportId: $safetyReportId
      status: WITHDRAWN
      expectedVersion: $expectedVersion
      idempotencyKey: $idempotencyKey
    ) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const OFFICE_ANSWER = plainMutation(
  'mySafetyMessageSend',
  '$safetyReportId: ID!, $text: String!, $idempotencyKey: String',
)
