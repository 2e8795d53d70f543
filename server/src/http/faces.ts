/**
 * The routes of each face: an operator's address, the developer portal, the support console. A demo adds its outbox,
 * which is handed in, because nothing here knows of a demo.
 */

import type { Documentation } from '../documentation/site.ts'
import type { Tenant } from '../domain/tenancy/tenant.ts'
import type { PortalParts, Surroundings } from '../graphql/context.ts'
import type { QueryService } from '../graphql/query-service.ts'
import type { FeedWaits } from '../services/events/feed-waits.ts'
import type { Clients } from '../services/oauth/client-authentication.ts'
import type { AccessTokens } from '../services/oauth/verify.ts'
import type { CostBudget } from '../services/usage/cost-budget.ts'
import type { BuiltConsole } from './answer/built-console.ts'
import { assetsRoute } from './assets.ts'
import { callbackRoute } from './developers/callback.ts'
import { documentationRoutes } from './developers/documentation.ts'
import { givenHandOverRoute } from './developers/hand-over.ts'
import { logoRoutes } from './developers/logo.ts'
import { portalQueryRoute } from './developers/portal-graphql.ts'
import { sandboxExplorerRoutes } from './developers/sandbox-explorer.ts'
import { signUpRoutes } from './developers/sign-up.ts'
import { operatorFace, type RealmFace, type ShownReset } from './guards/realm-face.ts'
import { forgottenRoutes } from './identity/forgotten.ts'
import { invitationRoutes, MEMBER_INVITATIONS, USER_INVITATIONS } from './identity/invitation.ts'
import { resetRoutes } from './identity/reset.ts'
import { setUpRoutes } from './identity/set-up.ts'
import type { Route } from './listening/route.ts'
import { accountRoutes } from './operator/account.ts'
import { applicationLogoRoute } from './operator/application-logo.ts'
import { authorizeRoute } from './operator/authorize.ts'
import { confirmRoutes } from './operator/confirm.ts'
import { consentRoute } from './operator/consent.ts'
import { consoleRoutes, homePath } from './operator/console-app.ts'
import { consoleQueryRoute } from './operator/console-graphql.ts'
import { documentDownloadRoute } from './operator/document-download.ts'
import { documentUploadRoutes } from './operator/document-upload.ts'
import { explorerRoute } from './operator/explorer.ts'
import { exportRoute } from './operator/export.ts'
import { queryRoute } from './operator/graphql.ts'
import { handOverRoutes } from './operator/hand-over.ts'
import { keptLogbookRoutes } from './operator/kept-logbook.ts'
import { keyRefreshRoute } from './operator/key-refresh.ts'
import { logbookDownloadRoute } from './operator/logbook-download.ts'
import { metadataRoutes, scopesRoute } from './operator/metadata.ts'
import { passkeyOptionsRoutes } from './operator/passkey-options.ts'
import { passkeySignInRoute } from './operator/passkey-sign-in.ts'
import { introspectRoute, revokeRoute } from './operator/revoke.ts'
import { secondStepRoutes } from './operator/second-step.ts'
import { signInRoutes } from './operator/sign-in.ts'
import { signOutRoute } from './operator/sign-out.ts'
import { tokenRoute } from './operator/token.ts'
import { supportRoutes } from './support/support-graphql.ts'

/** What the routes of all faces are made from. */
export interface FaceParts {
  readonly surroundings: Surroundings
  readonly tokens: AccessTokens
  readonly feedWaits: FeedWaits
  readonly clients: Clients
  /** Null if the console was not built. */
  readonly builtConsole: BuiltConsole | null
  /** What queries and files that are fetched are paid from. */
  readonly budget: CostBudget
  /** The content of `/scopes.json`. */
  readonly scopes: string
  /** The graph of operators' data, and the two of the platform. */
  readonly queries: QueryService
  readonly portalQueries: QueryService
  readonly supportQueries: QueryService
  readonly portal: PortalParts
  readonly documentation: Documentation
  /** Of a demo; null without one. */
  readonly shownReset: ShownReset | null
}

/** The demo's outbox; empty without a demo. */
type Outbox = readonly Route<Tenant>[]

const faceOf = ({ surroundings, builtConsole, shownReset }: FaceParts): RealmFace<Tenant> =>
  operatorFace(surroundings, { home: homePath(builtConsole), canSendMail: surroundings.mail.canSend, shownReset })

/** Sign-in, account and ways back in: the same at operators' addresses, the developer portal and the support console. */
const peopleRoutes = (parts: FaceParts): Route<Tenant>[] => {
  const { surroundings, clients } = parts
  const { world, publicUrl } = surroundings
  const face = faceOf(parts)
  return [
    ...signInRoutes(surroundings, clients, face.home),
    ...secondStepRoutes({ doorway: surroundings, clients, home: face.home }),
    ...forgottenRoutes(face),
    ...resetRoutes(face),
    ...setUpRoutes(face),
    signOutRoute(surroundings),
    passkeySignInRoute(surroundings, clients, face.home),
    ...passkeyOptionsRoutes(world, publicUrl),
    ...accountRoutes(world, publicUrl),
  ]
}

export const operatorRoutes = (parts: FaceParts, outbox: Outbox): Route<Tenant>[] => {
  const { surroundings, tokens, feedWaits, clients, builtConsole, budget, scopes, queries } = parts
  const { world, publicUrl, usage } = surroundings
  return [
    authorizeRoute(surroundings, clients),
    ...peopleRoutes(parts),
    ...handOverRoutes(surroundings, faceOf(parts).home),
    consentRoute(world, publicUrl),
    ...confirmRoutes(surroundings),
    ...invitationRoutes(faceOf(parts), USER_INVITATIONS),
    ...outbox,
    tokenRoute({ world, publicUrl }, clients, usage),
    revokeRoute(world, clients),
    introspectRoute(world, clients, publicUrl),
    keyRefreshRoute(world, usage),
    queryRoute(tokens, { queries, tokens, feedWaits, surroundings }),
    consoleQueryRoute(surroundings, queries, surroundings, tokens.watch),
    ...consoleRoutes(surroundings, builtConsole),
    explorerRoute(surroundings, builtConsole),
    exportRoute(surroundings, budget),
    ...metadataRoutes(publicUrl, scopes),
    applicationLogoRoute(world),
    ...documentUploadRoutes(surroundings, tokens, budget),
    documentDownloadRoute(world, budget, tokens),
    logbookDownloadRoute(world, budget),
    ...keptLogbookRoutes(surroundings, budget),
    assetsRoute(),
  ]
}

/** Signing in, and nothing else: an administrator reads on the page why the operator is suspended. */
export const suspendedRoutes = (parts: FaceParts): Route<Tenant>[] => {
  const { surroundings, clients } = parts
  const { home } = faceOf(parts)
  return [
    ...signInRoutes(surroundings, clients, home),
    ...secondStepRoutes({ doorway: surroundings, clients, home }),
    signOutRoute(surroundings),
    passkeySignInRoute(surroundings, clients, home),
    ...passkeyOptionsRoutes(surroundings.world, surroundings.publicUrl).filter(({ guard }) => guard !== 'session'),
    assetsRoute(),
  ]
}

export const developerRoutes = (parts: FaceParts, outbox: Outbox): Route<Tenant>[] => {
  const { surroundings, tokens, feedWaits, builtConsole, scopes, queries, portalQueries, portal, documentation } = parts
  const { world, mail } = surroundings
  const face = faceOf(parts)
  return [
    ...signUpRoutes(face, mail.outboxPath),
    ...invitationRoutes(face, MEMBER_INVITATIONS),
    ...peopleRoutes(parts),
    portalQueryRoute(surroundings, portalQueries, { ...surroundings, portal }, tokens.watch),
    ...logoRoutes(surroundings),
    callbackRoute(surroundings),
    givenHandOverRoute(surroundings),
    ...sandboxExplorerRoutes({
      world,
      tokens,
      built: builtConsole,
      asked: { queries, tokens, feedWaits, surroundings },
    }),
    scopesRoute(scopes),
    ...documentationRoutes(surroundings, documentation),
    ...outbox,
    ...consoleRoutes(surroundings, builtConsole),
    assetsRoute(),
  ]
}

export const staffRoutes = (parts: FaceParts, outbox: Outbox): Route<Tenant>[] => [
  ...peopleRoutes(parts),
  ...supportRoutes(parts.surroundings, parts.supportQueries, parts.surroundings, parts.tokens.watch),
  ...outbox,
  ...consoleRoutes(parts.surroundings, parts.builtConsole),
  assetsRoute(),
]
