/** Sends pages: HTML with its security headers, 303 after a form, and an error page after a failure. */

import { statusOf } from '../../domain/error-catalogue.ts'
import type { Failure } from '../../domain/failure.ts'
import { isPlatformRealm } from '../../domain/identity/realm.ts'
import { MAX_PAGE_QUERY_BYTES, MAX_PAGE_QUERY_PARAMETERS } from '../../domain/limits.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { errorPage, type Problem } from '../../pages/error-page.ts'
import type { PagePlace } from '../../pages/layout.ts'
import { type PageConduct, pageSecurityHeaders } from '../../pages/security-headers.ts'
import { asFailure } from '../../services/as-failure.ts'
import { LongQuery } from '../../services/oauth/authorization-query.ts'
import { type Exchange, send } from '../listening/exchange.ts'
import { failureHeaders, noteFailure } from '../listening/failure-answer.ts'
import { ACCOUNT_PATH } from './page-paths.ts'

export interface PageOptions {
  readonly status?: number
  readonly conduct?: PageConduct
  /** True if the page includes the passkey script. */
  readonly isScripted?: boolean
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

export const sendPage = (exchange: Exchange, page: string, options: PageOptions = {}): void =>
  send(
    exchange,
    options.status ?? 200,
    {
      'content-type': 'text/html; charset=utf-8',
      ...pageSecurityHeaders(options.conduct ?? 'stays', options.isScripted),
      ...options.headers,
      ...(options.cookies?.length ? { 'set-cookie': [...options.cookies] } : {}),
    },
    page,
  )

/** 303, so that the next request is a GET and no form is sent again (RFC 9700 §4.12). */
export const seeOther = (exchange: Exchange, location: string, cookies: readonly string[] = []): void =>
  send(
    exchange,
    303,
    {
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(cookies.length ? { 'set-cookie': [...cookies] } : {}),
    },
    '',
  )

/** The address of a page, from the configuration alone. */
export interface Site {
  readonly origin: string
  readonly place: PagePlace
}

export const siteOf = (publicUrl: URL, tenant: Tenant): Site => {
  const origin = originOf(publicUrl, tenant.operatorId, tenant.environment)
  const host = origin.slice(origin.indexOf('//') + 2)
  return {
    origin,
    place: { operatorName: tenant.name, host, environment: tenant.environment, isPlatform: isPlatformRealm(tenant) },
  }
}

export const LONG_QUERY: Problem = {
  kind: 'long-query',
  kilobytes: MAX_PAGE_QUERY_BYTES / 1024,
  parameters: MAX_PAGE_QUERY_PARAMETERS,
}

const problemOf = (failure: Failure): Problem => {
  const { code, retryAfterSeconds } = failure
  if (failure instanceof LongQuery) return LONG_QUERY
  switch (code) {
    case 'temporarily_unavailable':
    case 'deadline_exceeded':
      return { kind: 'unavailable', retryAfterSeconds: retryAfterSeconds ?? 1 }
    case 'outcome_unknown':
      return { kind: 'outcome-unknown' }
    case 'too_many_attempts':
      return { kind: 'too-many', retryAfterSeconds: retryAfterSeconds ?? 1 }
    case 'server_error':
      return { kind: 'broken' }
    case 'not_found':
      return { kind: 'not-found' }
    case 'forbidden':
    case 'not_signed_in':
      return { kind: 'stale-form' }
    default:
      return { kind: 'unreadable-form' }
  }
}

interface ProblemAnswer {
  readonly status: number
  readonly code: string
  readonly headers?: Readonly<Record<string, string>>
  /** Where the reader goes on; the account of this address if nothing is said. */
  readonly home?: { readonly label: string; readonly href: string }
}

export const sendProblem = (
  exchange: Exchange,
  site: Site,
  problem: Problem,
  {
    status,
    code,
    headers = {},
    home = { label: `Go to ${site.place.operatorName}`, href: ACCOUNT_PATH },
  }: ProblemAnswer,
): void => {
  const developer = { code, requestId: exchange.requestId, atMs: Date.now() }
  const page = errorPage({ place: site.place, host: site.place.host, problem, developer, home })
  sendPage(exchange, page, { status, headers })
}

/** Runs the work; an error becomes a page, not JSON. */
export const answerAsPage = async (exchange: Exchange, site: Site, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    const failure = asFailure(error)
    noteFailure(exchange, failure)
    const headers = failureHeaders(failure) as Record<string, string>
    const { code } = failure
    sendProblem(exchange, site, problemOf(failure), { status: statusOf(code, 'pages'), code, headers })
  }
}
