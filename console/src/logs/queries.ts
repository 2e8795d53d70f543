/** What the page of logs reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

const SIGNATURE = graphql(`
  fragment SignatureShown on Signature {
    name
    licenceNumber
    method
    applicationName
    deviceId
    signedAt
  }
`)

export type Signature = ResultOf<typeof SIGNATURE>

const STANDING = graphql(
  `
  fragment LogStanding on JourneyLog {
    journeyLogId
    flightId
    aircraftId
    status
    revision
    version
    amendReason
    flightNo
    registration
    date
    departureICAO
    arrivalICAO
    blockMinutes
    updatedAt
    times {
      offBlock
      takeOff
      landing
      onBlock
    }
    crewList {
      crewMemberId
      name
      surname
      position
      isCommander
      takeOffsDay
      takeOffsNight
      landingsDay
      landingsNight
    }
    signature {
      ...SignatureShown
    }
    warningList {
      code
      message
    }
  }
`,
  [SIGNATURE],
)

export const LOGS = graphql(
  `
  query JourneyLogs($filter: JourneyLogFilter!, $page: PageInput) {
    journeyLogList(filter: $filter, page: $page) {
      nodeList {
        ...LogStanding
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

export type Standing = ResultOf<typeof LOGS>['journeyLogList']['nodeList'][number]

export const LOG = graphql(
  `
  query JourneyLogOpened($journeyLogId: ID!) {
    journeyLog(journeyLogId: $journeyLogId) {
      ...LogStanding
      airborneMinutes
      paxAboard
      baggageKg
      cargoKg
      oilAddedMl
      deicingFluid
      nightMinutes
      ifrMinutes
      incidents
      observations
      fuel {
        unit
        blockOff
        blockOn
        used
      }
    }
  }
`,
  [STANDING],
)

export type Log = NonNullable<ResultOf<typeof LOG>['journeyLog']>

/** The flight as it is now, to stand beside what was signed. */
export const FLIGHT_NOW = graphql(`
  query FlightOfLog($flightId: ID!) {
    flight(flightId: $flightId) {
      status
      blockMinutes
      airborneMinutes
      actual {
        offBlock
        takeOff
        landing
        onBlock
      }
      paxCount {
        total
      }
      fuel {
        unit
        blockOff
        blockOn
        used
      }
    }
  }
`)

export type FlightNow = NonNullable<ResultOf<typeof FLIGHT_NOW>['flight']>

export const LOG_AMEND = mutation(
  'journeyLogAmend',
  '$journeyLogId: ID!, $reason: String!, $expectedVersion: Int!, $idempotencyKey: String',
  'journeyLog { journeyLogId }',
)

export const LOG_SIGN = mutation(
  'journeyLogSign',
  '$journeyLogId: ID!, $confirmationId: ID!, $expectedVersion: Int!, $idempotencyKey: String',
)

const DEFECT = graphql(
  `
  fragment DefectShown on TechLogEntry {
    techLogEntryId
    aircraftId
    flightId
    status
    version
    ataChapter
    description
    foundAt
    foundIn
    isNoGo
    isRecurring
    melReference
    melCategory
    deferredUntil
    isExtended
    extensionReason
    limitHours
    limitCycles
    restrictionList
    operationalProcedure
    maintenanceProcedure
    rectification
    partOff
    partOn
    acceptance {
      ...SignatureShown
    }
    release {
      name
      licenceNumber
      approvalReference
      at
      station {
        iCAO
        name
        city
      }
      signature {
        ...SignatureShown
      }
    }
  }
`,
  [SIGNATURE],
)

export type Defect = ResultOf<typeof DEFECT>
export type DefectStatus = Defect['status']

export const DEFECTS = graphql(
  `
  query Defects($filter: TechLogFilter, $page: PageInput) {
    techLogEntryList(filter: $filter, page: $page) {
      nodeList {
        ...DefectShown
      }
      pageInfo {
        hasMore
        endCursor
      }
    }
  }
`,
  [DEFECT],
)

/** What a defect keeps on the ground: until when, and which flights that puts at risk. */
export const GROUNDED = graphql(`
  query GroundedBy($aircraftId: ID!, $aircraftIdList: [ID!], $interval: IntervalInput!) {
    aircraft(aircraftId: $aircraftId) {
      unavailabilityList(interval: $interval) {
        techLogEntryId
        from
        to
        isEndEstimated
      }
    }
    flightList(filter: { aircraftIdList: $aircraftIdList, interval: $interval }, page: { first: 50 }) {
      nodeList {
        flightId
        flightNo
        isAtRisk
        schedule {
          offBlock
        }
      }
    }
  }
`)

export const MAINTENANCE = graphql(`
  query MaintenanceOfFleet($filter: MaintenanceDueFilter, $page: PageInput) {
    maintenanceDueList(filter: $filter, page: $page) {
      nodeList {
        maintenanceDueId
        aircraftId
        title
        dueDate
        remainingDays
        remainingMinutes
        remainingCycles
      }
      pageInfo {
        hasMore
        endCursor
      }
    }
  }
`)

export type Due = ResultOf<typeof MAINTENANCE>['maintenanceDueList']['nodeList'][number]

export const SIGNERS = graphql(`
  query WhoSigns {
    crewMemberList(filter: { isActive: true }, page: { first: 500 }) {
      nodeList {
        crewMemberId
        code
        name
        surname
        userId
      }
    }
  }
`)

export const CONFIRMATION = graphql(`
  query WhereConfirmationStands($confirmationId: ID!) {
    confirmation(confirmationId: $confirmationId) {
      state
    }
  }
`)

export const CONFIRMATION_ASK = mutation(
  'confirmationRequest',
  `$purpose: ConfirmationPurpose!, $crewMemberId: ID!, $subjectIdList: [ID!]!, $deferral: DeferralInput, $release:
   ReleaseInput, $idempotencyKey: String`,
  'confirmation { confirmationId path }',
)

export const DEFECT_CREATE = mutation('techLogEntryCreate', '$input: TechLogEntryInput!, $idempotencyKey: String')

export const DEFECT_DEFER = mutation(
  'techLogEntryDefer',
  '$techLogEntryId: ID!, $input: DeferralInput!, $confirmationId: ID!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const DEFECT_EXTEND = mutation(
  'techLogEntryExtend',
  '$techLogEntryId: ID!, $reason: String!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const DEFECT_RECTIFY = mutation(
  'techLogEntryRectify',
  `$techLogEntryId: ID!, $rectification: String!, $partOff: String, $partOn: String, $expectedVersion: Int!,
   $idempotencyKey: String`,
)

export const DEFECT_RELEASE = mutation(
  'techLogEntryRelease',
  '$techLogEntryId: ID!, $input: ReleaseInput!, $confirmationId: ID, $expectedVersion: Int!, $idempotencyKey: String',
)

export const DEFECT_REOPEN = mutation(
  'techLogEntryReopen',
  '$techLogEntryId: ID!, $reason: String!, $expectedVersion: Int!, $idempotencyKey: String',
)
