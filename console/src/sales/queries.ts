/** What the sales page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

/** A request as the pile shows it: for whom, where to, and what it waits for. */
const PILED = graphql(`
  fragment PiledRequest on CharterRequest {
    charterRequestId
    charterRequestNumber
    status
    statusReason
    createdAt
    expiresAt
    createdBy {
      kind
      applicationName
    }
    buyer {
      name
      surname
      company
    }
    legList {
      adep {
        iCAO
      }
      ades {
        iCAO
      }
      paxCount
    }
    quoteList {
      quoteId
      status
      validUntil
      confirmBy
    }
  }
`)

export type PiledRequest = ResultOf<typeof PILED>

export const REQUESTS_PILED = graphql(
  `
  query CharterRequests($filter: CharterRequestFilter!, $page: PageInput) {
    charterRequestList(filter: $filter, page: $page) {
      nodeList {
        ...PiledRequest
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`,
  [PILED],
)

const MONEY = graphql(`
  fragment Amount on Money {
    amount
    currency
  }
`)

export type Amount = ResultOf<typeof MONEY>

const QUOTE = graphql(
  `
  fragment OfferedQuote on Quote {
    quoteId
    quoteNumber
    revision
    version
    status
    statusReason
    aircraftId
    aircraft {
      registration
      acftType {
        iCAO
        manufacturer
        model
      }
    }
    legList {
      legIndex
      adep {
        iCAO
        city
        name
      }
      ades {
        iCAO
        city
        name
      }
      offBlock
      onBlock
      isPositioning
    }
    lineList {
      kind
      label
      legIndex
      quantity
      unitPrice {
        ...Amount
      }
      amount {
        ...Amount
      }
      taxCode
      taxJurisdiction
      taxRate
    }
    net {
      ...Amount
    }
    tax {
      ...Amount
    }
    gross {
      ...Amount
    }
    terms {
      isSubjectToApproval
      approvalHours
      depositPercent
      cancellationList {
        hoursBefore
        percent
      }
      text
    }
    validUntil
    sentAt
    acceptedAt
    confirmBy
    bookedAt
    supersededById
    conversation {
      messageCount
      unreadCount
    }
  }
`,
  [MONEY],
)

export type Quote = ResultOf<typeof QUOTE>
export type QuoteLine = Quote['lineList'][number]

export const REQUEST = graphql(
  `
  query CharterRequest($charterRequestId: ID!) {
    charterRequest(charterRequestId: $charterRequestId) {
      charterRequestId
      charterRequestNumber
      version
      status
      statusReason
      createdAt
      expiresAt
      note
      acftCategoryList
      equipmentList
      createdBy {
        kind
        applicationName
        person {
          name
          surname
        }
      }
      buyer {
        contactId
        name
        surname
        company
        email
        phone
      }
      legList {
        legIndex
        adep {
          airportId
          iCAO
          iATA
          city
          name
        }
        ades {
          airportId
          iCAO
          iATA
          city
          name
        }
        earliest
        latest
        earliestLocal
        latestLocal
        isArrival
        isDateOnly
        paxCount
        luggageCount
        luggageNote
        petCount
        note
      }
      quoteList {
        ...OfferedQuote
      }
    }
  }
`,
  [QUOTE],
)

export type Request = NonNullable<ResultOf<typeof REQUEST>['charterRequest']>
export type RequestedLeg = Request['legList'][number]

export const TRIP_OF_QUOTE = graphql(`
  query TripOfQuote($quoteId: ID!) {
    tripList(filter: { quoteId: $quoteId }) {
      nodeList {
        tripId
        tripNumber
      }
    }
  }
`)

export const OPTIONS = graphql(`
  query AircraftForRequest($input: AvailabilitySearchInput!) {
    availabilitySearch(input: $input) {
      aircraftId
      acftType {
        iCAO
        manufacturer
        model
      }
      seatCount
      positioningNm
      legList {
        legIndex
        adep {
          city
          name
        }
        ades {
          city
          name
        }
        offBlock
        onBlock
        isPositioning
      }
      warningList {
        code
        message
      }
    }
  }
`)

export type Option = ResultOf<typeof OPTIONS>['availabilitySearch'][number]

export const REQUEST_CREATE = mutation(
  'charterRequestCreate',
  '$input: CharterRequestInput!, $idempotencyKey: String',
  'charterRequest { charterRequestId }',
)

export const REQUEST_STATUS = mutation(
  'charterRequestStatusSet',
  `$charterRequestId: ID!, $status: CharterRequestStatus!, $reason: String, $expectedVersion: Int!,
   $idempotencyKey: String`,
)

export const QUOTE_CREATE = mutation('quoteCreate', '$input: QuoteInput!, $idempotencyKey: String')

export const QUOTE_UPDATE = mutation(
  'quoteUpdate',
  '$quoteId: ID!, $input: QuoteUpdateInput!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const QUOTE_REVISE = mutation(
  'quoteRevise',
  '$quoteId: ID!, $expectedVersion: Int!, $idempotencyKey: String',
  'quote { quoteId }',
)

export const QUOTE_STATUS = mutation(
  'quoteStatusSet',
  '$quoteId: ID!, $status: QuoteStatus!, $reason: String, $expectedVersion: Int!, $idempotencyKey: String',
)
