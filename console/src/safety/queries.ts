/** What the safety office reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

const RISK = graphql(`
  fragment RiskShown on Risk {
    severity
    likelihood
    index
    band
  }
`)

export type Risk = ResultOf<typeof RISK>

/** Where a report stands: its state, its clocks and its risk. */
const STANDING = graphql(
  `
  fragment ReportStanding on SafetyReport {
    safetyReportId
    reference
    title
    subject
    legalType
    confidentiality
    status
    occurredOn
    awareAt
    authorityDueAt
    preliminaryDueAt
    finalDueAt
    reportedToAuthorityAt
    preliminarySentAt
    finalSentAt
    initialRisk {
      ...RiskShown
    }
    residualRisk {
      ...RiskShown
    }
  }
`,
  [RISK],
)

export const REPORTS = graphql(
  `
  query SafetyReports($statusList: [SafetyStatus!], $page: PageInput) {
    safetyReportList(filter: { statusList: $statusList }, page: $page) {
      nodeList {
        ...ReportStanding
        actionList {
          completedAt
          isOverdue
        }
      }
      pageInfo {
        hasMore
        endCursor
      }
    }
  }
`,
  [STANDING],
)

export type Standing = ResultOf<typeof REPORTS>['safetyReportList']['nodeList'][number]

const ACTION = graphql(`
  fragment ActionShown on SafetyAction {
    safetyActionId
    text
    dueDate
    completedAt
    effectiveness
    isOverdue
    owner {
      userId
      name
      surname
    }
  }
`)

export type Action = ResultOf<typeof ACTION>

/** A report with all that the safety office wrote about it. */
const WHOLE = graphql(
  `
  fragment ReportWhole on SafetyReport {
    ...ReportStanding
    version
    statusReason
    narrative
    occurredAt
    airport {
      iCAO
      name
      city
    }
    flightId
    aircraftId
    reporter {
      name
      surname
    }
    codeList {
      list
      code
      label
    }
    investigation
    feedback
    authorityReference
    isLate
    linkedReportIdList
    documentList {
      safetyAttachmentId
      title
      byteSize
      isOfReporter
    }
    actionList {
      ...ActionShown
    }
  }
`,
  [STANDING, ACTION],
)

export type Report = ResultOf<typeof WHOLE>

export const REPORT = graphql(
  `
  query SafetyReportOpened($safetyReportId: ID!) {
    safetyReport(safetyReportId: $safetyReportId) {
      ...ReportWhole
    }
    riskMatrix {
      severityList
      likelihoodList
      cellList {
        severity
        likelihood
        index
        band
      }
    }
  }
`,
  [WHOLE],
)

export type Matrix = ResultOf<typeof REPORT>['riskMatrix']

/** Each time it is asked is written to the audit log. */
export const ORIGINAL = graphql(`
  query OriginalOfReport($safetyReportId: ID!) {
    safetyReport(safetyReportId: $safetyReportId) {
      original {
        title
        narrative
        occurredAt
        airport {
          iCAO
          name
          city
        }
        reporter {
          name
          surname
        }
        documentList {
          safetyAttachmentId
          title
          byteSize
        }
      }
    }
  }
`)

export const FILE_LINKS = graphql(`
  query LinksOfReport($safetyReportId: ID!) {
    safetyReport(safetyReportId: $safetyReportId) {
      documentList {
        safetyAttachmentId
        link {
          path
        }
      }
    }
  }
`)

/** This too is written to the audit log, and once more when the file is opened. */
export const ORIGINAL_LINKS = graphql(`
  query LinksOfOriginal($safetyReportId: ID!) {
    safetyReport(safetyReportId: $safetyReportId) {
      original {
        documentList {
          safetyAttachmentId
          link {
            path
          }
        }
      }
    }
  }
`)

export const OFFICE_UPLOAD_START = mutation(
  'safetyUploadStart',
  '$input: DocumentUploadInput!',
  'upload { uploadId path }',
)

export const FILE_ADD = mutation(
  'safetyAttachmentAdd',
  '$safetyReportId: ID!, $title: String!, $uploadId: ID!, $idempotencyKey: String',
)

export const FLIGHT_OF = graphql(`
  query FlightOfReport($flightId: ID!) {
    flight(flightId: $flightId) {
      flightNo
    }
  }
`)

export const AIRCRAFT_OF = graphql(`
  query AircraftOfReport($aircraftId: ID!) {
    aircraft(aircraftId: $aircraftId) {
      registration
    }
  }
`)

export const LINKED = graphql(`
  query LinkedReports($safetyReportIdList: [ID!]) {
    safetyReportList(filter: { safetyReportIdList: $safetyReportIdList }, page: { first: 50 }) {
      nodeList {
        safetyReportId
        reference
        title
        status
      }
    }
  }
`)

export const CODES = graphql(`
  query SafetyCodes {
    safetyCodeList {
      list
      code
      label
      isActive
    }
  }
`)

export const ASSIGNEES = graphql(`
  query SafetyAssignees {
    assigneeList {
      userId
      name
      surname
      isUser
    }
  }
`)

export const REPORT_UPDATE = mutation(
  'safetyReportUpdate',
  '$safetyReportId: ID!, $input: SafetyReportUpdateInput!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const REPORT_STATUS = mutation(
  'safetyReportStatusSet',
  '$safetyReportId: ID!, $status: SafetyStatus!, $reason: String, $expectedVersion: Int!, $idempotencyKey: String',
)

export const REPORT_ENTER = mutation(
  'safetyReportCreate',
  '$input: SafetyReportInput!, $idempotencyKey: String',
  'safetyReport { safetyReportId }',
)

export const ACTION_ADD = mutation(
  'safetyActionAdd',
  '$safetyReportId: ID!, $input: SafetyActionInput!, $idempotencyKey: String',
)

export const ACTION_UPDATE = mutation(
  'safetyActionUpdate',
  `$safetyReportId: ID!, $safetyActionId: ID!, $input: SafetyActionUpdateInput!, $expectedVersion: Int!,
   $idempotencyKey: String`,
)
