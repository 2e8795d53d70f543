/** The page for browsers that reach nothing: an unknown or suspended operator, an unknown address, path or method. Programs get JSON. */
import { statusOf } from '../../domain/error-catalogue.ts'
import { meantBy } from '../../domain/misspelt.ts'
import { type OperatorAddress, originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { errorPage, type OperatorLink, type Problem } from '../../pages/error-page.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import { suspensionReason } from '../../services/tenancy/operator-suspension.ts'
import { during, type World } from '../../services/world.ts'
import type { Exchange } from '../listening/exchange.ts'
import { failureHeaders } from '../listening/failure-answer.ts'
import type { Lost } from '../listening/lost.ts'
import { acceptsPage } from '../request/accept.ts'
import { sessionSecret } from '../request/cookies.ts'
import { visitedOperators } from '../request/visited-operators.ts'
import { sendPage, siteOf } from './page-answer.ts'
import { SIGN_IN_PATH } from './page-paths.ts'

interface Settings {
  readonly publicUrl: URL
  readonly supportEmail: string
  /** The operators that the first page names to everybody: those of a demo. */
  readonly published: readonly OperatorAddress[]
}

type Sought = Exclude<Lost['sought'], { readonly kind: 'suspended' }>

/**
 * What is suggested comes from the browser itself, or stands on the first page for everybody: whether an operator exists
 * is never looked up (threats row 241).
 */
const unknownOperator = (
  { operatorId, environment }: OperatorAddress,
  { publicUrl, published }: Settings,
  visited: readonly OperatorAddress[],
): Problem => {
  const linkTo = (address: OperatorAddress): OperatorLink => {
    const origin = originOf(publicUrl, address.operatorId, address.environment)
    return { href: `${origin}/`, host: origin.slice(origin.indexOf('//') + 2) }
  }
  const known = [...visited, ...published]
  const name = meantBy(
    operatorId,
    known.map((each) => each.operatorId),
  )
  const named = known.filter((each) => each.operatorId === name)
  const meant = named.find((each) => each.environment === environment) ?? named[0]
  return {
    kind: 'unknown-operator',
    operatorId,
    meant: meant ? linkTo(meant) : null,
    visited: visited.filter((each) => each !== meant).map(linkTo),
  }
}

const problemOf = (sought: Sought, exchange: Exchange, settings: Settings): Problem => {
  if (sought.kind === 'operator') return unknownOperator(sought, settings, visitedOperators(exchange.req))
  if (sought.kind === 'path') return { kind: 'unknown-path', path: exchange.path, meant: sought.meant }
  return sought.kind === 'method' ? { kind: 'wrong-method' } : { kind: 'unknown-address' }
}

type Home = { readonly label: string; readonly href: string }

/** The link on the page: an operator's start page on its own address, otherwise the landing page. */
const homeOf = ({ tenant }: Lost, publicUrl: URL): Home =>
  tenant ? { label: `Go to ${tenant.name}`, href: '/' } : { label: 'Go to Airside’s first page', href: publicUrl.href }

/** Administrators read the reason; everybody else reads since when, and whom to write to (access-model §2). */
const suspendedProblem = async (
  world: World,
  exchange: Exchange,
  { tenant, since }: { readonly tenant: Tenant; readonly since: number },
  contact: string,
): Promise<{ readonly problem: Problem; readonly home: Home | null }> => {
  const at = during(world, exchange.lifetime).at(tenant)
  const person = await signedIn(at, sessionSecret(exchange.req))
  const reason = person?.isAdmin ? await suspensionReason(at) : null
  const problem = { kind: 'operator-suspended', name: tenant.name, since, contact, reason } as const
  return { problem, home: person ? null : { label: 'Sign in as administrator', href: SIGN_IN_PATH } }
}

export const showLostPage =
  (world: World, settings: Settings) =>
  async (exchange: Exchange, lost: Lost): Promise<boolean> => {
    const { publicUrl, supportEmail } = settings
    if (!acceptsPage(exchange.req.headers.accept)) return false
    const { sought, tenant } = lost
    const place = tenant ? siteOf(publicUrl, tenant).place : null
    const shown =
      sought.kind === 'suspended'
        ? tenant && (await suspendedProblem(world, exchange, { tenant, since: sought.since }, supportEmail))
        : { problem: problemOf(sought, exchange, settings), home: homeOf(lost, publicUrl) }
    if (!shown) return false
    const page = errorPage({
      place,
      host: place?.host ?? publicUrl.host,
      developer: { code: lost.code, requestId: exchange.requestId, atMs: Date.now() },
      ...shown,
    })
    const headers = failureHeaders(lost) as Record<string, string>
    sendPage(exchange, page, { status: statusOf(lost.code, 'pages'), headers })
    return true
  }
