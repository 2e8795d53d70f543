/**
 * The explorer in the portal (portals §4): the page, for members, and POST /console/explorer/graphql/, which answers for
 * an access token of the provider's own sandbox operator. No other operator is reached from here, whatever the token.
 */
import { Failure } from '../../domain/failure.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { requireNetwork } from '../../services/oauth/key-networks.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import { type SignedInMember, signedInMember } from '../../services/providers/members.ts'
import { requireSandbox, shownSandboxOf } from '../../services/providers/sandbox.ts'
import type { World } from '../../services/world.ts'
import type { BuiltConsole } from '../answer/built-console.ts'
import { sendExplorer } from '../answer/explorer-page.ts'
import { seeOther, sendProblem } from '../answer/page-answer.ts'
import { CONSOLE_PATH, EXPLORER_PATH, EXPLORER_QUERY_PATH, signInToReach } from '../answer/page-paths.ts'
import { openPage } from '../guards/open.ts'
import { memberRoute } from '../guards/platform.ts'
import type { SessionVisit } from '../guards/session.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { refuseAsker } from '../query/query-answer.ts'
import { answerForToken, type TokenQueries } from '../query/token-query.ts'
import { bearerToken } from '../request/bearer.ts'
import { sessionSecret } from '../request/cookies.ts'

export interface SandboxExplorer {
  readonly world: World
  readonly tokens: AccessTokens
  readonly built: BuiltConsole | null
  readonly asked: TokenQueries
}

const pageRoute = ({ built, asked, ...doorway }: SandboxExplorer): Route<Tenant> => {
  const { publicUrl } = asked.surroundings
  return openPage(
    { ...doorway, publicUrl },
    'leads to sign-in; a query needs a session and a token',
    { method: 'GET', path: EXPLORER_PATH },
    async ({ exchange, tenant, site, world }) => {
      const member = await signedInMember(world.at(tenant), sessionSecret(exchange.req))
      if (!member) return seeOther(exchange, signInToReach(EXPLORER_PATH))
      const sandbox = await shownSandboxOf(world.storage.platform, member.provider)
      // It comes with the first registration, which the first page offers.
      if (!sandbox) return seeOther(exchange, CONSOLE_PATH)
      if (sandbox.isSuspended) {
        const problem = { kind: 'sandbox-suspended', operatorId: sandbox.operatorId } as const
        return sendProblem(exchange, site, problem, { status: 403, code: 'forbidden' })
      }
      const { host } = new URL(originOf(publicUrl, sandbox.operatorId, 'sandbox'))
      const at = { operatorName: sandbox.name, host, environment: 'sandbox' } as const
      const who = { isSignedIn: true, isAdmin: false }
      sendExplorer(exchange, built, { ...at, ...who, providerName: member.provider.name })
    },
  )
}

const queryRoute = ({ world, tokens, asked }: SandboxExplorer): Route<Tenant> => {
  const refuse = (exchange: Exchange, _realm: Tenant, error: unknown) => refuseAsker(exchange, error)
  const askerOf = async ({ exchange, user: { provider }, world }: SessionVisit<SignedInMember>) => {
    const token = bearerToken(exchange.req.rawHeaders, exchange.req.url ?? '')
    if (token === null) throw new Failure('missing_token', 'Paste an access token of your sandbox operator')
    const sandbox = await requireSandbox(world.storage.platform, provider)
    const since = tokens.watch.generation
    const principal = await tokens.verify(sandbox, token)
    requireNetwork(principal.networks, exchange.clientAddress)
    return { sandbox, verified: { principal, since } }
  }
  return memberRoute(
    { world, publicUrl: asked.surroundings.publicUrl },
    { method: 'POST', path: EXPLORER_QUERY_PATH, endpoint: 'console', refuse },
    async (visit) => {
      const { exchange, tenant } = visit
      let asker: Awaited<ReturnType<typeof askerOf>>
      try {
        asker = await askerOf(visit)
      } catch (error) {
        return refuse(exchange, tenant, error)
      }
      await answerForToken(asked, exchange, asker.sandbox, asker.verified)
    },
  )
}

export const sandboxExplorerRoutes = (parts: SandboxExplorer): readonly Route<Tenant>[] => [
  pageRoute(parts),
  queryRoute(parts),
]
