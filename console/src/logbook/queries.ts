/** What the logbook page reads and changes: the signed-in person's own entries, and nobody else's. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

const ENTRY = graphql(`
  fragment Entry on LogbookEntry {
    logbookEntryId
    version
    source
    kind
    flightId
    flightNo
    date
    registration
    acftICAO
    acftModel
    adepICAO
    adesICAO
    plannedICAO
    offBlock
    onBlock
    flightCount
    picName
    totalMinutes
    singlePilotSeMinutes
    singlePilotMeMinutes
    multiPilotMinutes
    picMinutes
    picusMinutes
    spicMinutes
    copilotMinutes
    cruiseReliefMinutes
    dualMinutes
    instructorMinutes
    examinerMinutes
    nightMinutes
    ifrMinutes
    takeOffsDay
    takeOffsNight
    landingsDay
    landingsNight
    approachList {
      type
      runway
      airportICAO
      count
    }
    fstdType
    fstdQualification
    fstdMinutes
    remarks
    annotation
  }
`)

export type Entry = ResultOf<typeof ENTRY>

const SUMS = graphql(`
  fragment Sums on LogbookTotals {
    acftICAO
    flightCount
    totalMinutes
    multiPilotMinutes
    picMinutes
    picusMinutes
    copilotMinutes
    dualMinutes
    nightMinutes
    ifrMinutes
    fstdMinutes
    landingsDay
    landingsNight
  }
`)

export type Sums = ResultOf<typeof SUMS>

/** What stands above and below the entries. */
export const LOGBOOK = graphql(
  `
  query Logbook {
    myLogbookTotals {
      ...Sums
    }
    myRecencyList {
      acftICAO
      on
      takeOffs
      landings
      nightTakeOffs
      nightLandings
      currentUntil
      nightCurrentUntil
    }
    myLogbookEntryList(filter: { kindList: [BROUGHT_FORWARD] }) {
      nodeList {
        ...Entry
      }
    }
  }
`,
  [SUMS, ENTRY],
)

export type Logbook = ResultOf<typeof LOGBOOK>
export type Recency = Logbook['myRecencyList'][number]

export const ENTRIES = graphql(
  `
  query LogbookEntries($filter: LogbookFilter!, $page: PageInput) {
    myLogbookEntryList(filter: $filter, page: $page) {
      nodeList {
        ...Entry
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`,
  [ENTRY],
)

export const ENTRY_OPENED = graphql(
  `
  query LogbookEntry($logbookEntryId: ID!) {
    myLogbookEntry(logbookEntryId: $logbookEntryId) {
      ...Entry
    }
  }
`,
  [ENTRY],
)

export const LOGBOOK_LINK = graphql(`
  query LogbookLink($filter: LogbookFilter!) {
    myLogbookLink(filter: $filter) {
      path
    }
  }
`)

export const ENTRY_CREATE = mutation(
  'myLogbookEntryCreate',
  '$input: LogbookEntryInput!, $idempotencyKey: String',
  'logbookEntry { logbookEntryId }',
)

export const ENTRY_UPDATE = mutation(
  'myLogbookEntryUpdate',
  '$logbookEntryId: ID!, $input: LogbookEntryUpdateInput!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const ENTRY_DELETE = mutation(
  'myLogbookEntryDelete',
  '$logbookEntryId: ID!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const ANNOTATE = mutation(
  'myLogbookAnnotationSet',
  '$logbookEntryId: ID!, $annotation: String, $expectedVersion: Int!, $idempotencyKey: String',
)
