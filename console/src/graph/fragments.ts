/** Selections that several pages make: the same fields of the same type, in one place. */
import { graphql } from './graphql.ts'

export const SCOPE = graphql(`
  fragment Scope on ScopeInWords {
    name
    area
    access
    text
  }
`)

export const OUTCOMES = graphql(`
  fragment Outcomes on UsageBucket {
    answeredCount
    refusedCount
    throttledCount
    failedCount
  }
`)

export const RECENT_REQUEST = graphql(`
  fragment RecentRequest on RecentRequest {
    requestId
    at
    operation
    outcome
    code
    tookMs
  }
`)
