/** What the add-ons pages read. */
import type { ResultOf } from 'gql.tada'
import { OUTCOMES, RECENT_REQUEST, SCOPE } from '../graph/fragments.ts'
import { graphql, mutation } from '../graph/graphql.ts'

export const ADD_ONS = graphql(
  `
  query AddOns {
    addOnList {
      clientId
      name
      provider
      kind
      isPersonal
      isWorking
      isSuspendedHere
      suspendedPersonCount
      logoPath
      scopeList {
        usedCount
        scope {
          ...Scope
        }
      }
      connectedAt
      changedAt
      connectedBy {
        name
        surname
      }
      personCount
      lastUsedAt
      fullestGauge {
        active
        most
      }
      usage(period: WEEK) {
        bucketList {
          ...Outcomes
        }
      }
    }
    availableAddOnList {
      clientId
      name
      description
      provider
      website
      kind
      isPersonal
      logoPath
      isTestOnly
      allowedUntil
      connectHref
      scopeCeilingList {
        ...Scope
      }
    }
  }
`,
  [SCOPE, OUTCOMES],
)

export type ConnectedAddOn = ResultOf<typeof ADD_ONS>['addOnList'][number]
export type AvailableAddOn = ResultOf<typeof ADD_ONS>['availableAddOnList'][number]

export const ADD_ON = graphql(
  `
  query AddOn($clientId: ID!, $period: UsagePeriod!) {
    addOn(clientId: $clientId) {
      clientId
      name
      description
      provider
      website
      kind
      isPersonal
      logoPath
      isWorking
      isSuspendedHere
      suspendedPersonCount
      scopeList {
        usedCount
        scope {
          ...Scope
        }
      }
      connectedAt
      changedAt
      providerChangeList {
        at
        itemList {
          name
          before
          after
        }
      }
      connectedBy {
        name
        surname
        isUser
      }
      personCount
      providerContactList {
        contactId
        name
        surname
        company
      }
      offeredAircraftList {
        aircraftId
        registration
        seatCount
      }
      lastUsedAt
      tokenGaugeList {
        refreshTokenId
        lastFour
        active
        most
        expiresAt
      }
      fullestGauge {
        active
        most
      }
      usage(period: $period) {
        from
        to
        requestCount
        answeredCount
        refusedCount
        throttledCount
        failedCount
        tokenCount
        highestActiveTokens
        bucketList {
          from
          ...Outcomes
        }
        recordList {
          kind
          readCount
          writtenCount
          lastAt
        }
      }
      recentRequestList {
        ...RecentRequest
      }
    }
  }
`,
  [SCOPE, RECENT_REQUEST, OUTCOMES],
)

export type AddOn = NonNullable<ResultOf<typeof ADD_ON>['addOn']>
export type UsageShown = AddOn['usage']
export type RecentRequest = AddOn['recentRequestList'][number]

export const ADD_ON_DISCONNECT = mutation('addOnDisconnect', '$clientId: ID!, $idempotencyKey: String!')

export const ADD_ON_NARROW = mutation(
  'addOnNarrow',
  '$clientId: ID!, $keepScopeList: [String!]!, $idempotencyKey: String!',
)

/** Whom a flight support application can answer for. */
export const PROVIDERS = graphql(`
  query Providers($page: PageInput) {
    contactList(kindList: [HANDLER, SUPPLIER, AUTHORITY], page: $page) {
      nodeList {
        contactId
        kind
        name
        surname
        company
        erasedAt
        airport {
          iCAO
          city
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

export type Provider = ResultOf<typeof PROVIDERS>['contactList']['nodeList'][number]

export const ADD_ON_PROVIDERS = mutation(
  'addOnProviderListSet',
  '$clientId: ID!, $contactIdList: [ID!]!, $currentPassword: String, $idempotencyKey: String!',
)

export const FLEET = graphql(`
  query FleetToOffer($page: PageInput) {
    aircraftList(filter: { status: [ACTIVE, AOG, MAINTENANCE, STORED] }, page: $page) {
      nodeList {
        aircraftId
        registration
        seatCount
        acftType {
          model
        }
        base {
          iCAO
          city
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

export type FleetAircraft = ResultOf<typeof FLEET>['aircraftList']['nodeList'][number]

export const ADD_ON_AIRCRAFT = mutation(
  'addOnAircraftListSet',
  '$clientId: ID!, $aircraftIdList: [ID!]!, $currentPassword: String, $idempotencyKey: String!',
)
