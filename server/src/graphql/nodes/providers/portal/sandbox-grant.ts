/**
 * Exchange and refresh at the provider's own sandbox operator, for a member who tries a grant before writing a program.
 */

import { MAX_ACTIVE_ACCESS_TOKENS } from '../../../../domain/limits.ts'
import { scopesIn } from '../../../../domain/scopes.ts'
import type { GrantedTokens } from '../../../../services/oauth/code-exchange.ts'
import { type AtPortal, exchangeAtSandbox, refreshAtSandbox } from '../../../../services/providers/sandbox-grants.ts'
import { forMembers } from '../../../access-declaration.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { portalBuilder as builder, byMember, portalParts, portalPayload } from '../../../platform/portal-builder.ts'

const Tokens = builder.objectRef<GrantedTokens>('GrantedTokens').implement({
  ...forMembers,
  description: 'What the token endpoint answers, and how many access tokens of the refresh token are active.',
  fields: (t) => ({
    accessToken: t.string({ resolve: ({ issued }) => issued.accessToken }),
    refreshToken: t.exposeString('refreshToken'),
    expiresInSeconds: t.int({ resolve: ({ issued }) => issued.expiresInSeconds }),
    scopeList: t.stringList({ resolve: ({ issued }) => [...scopesIn(issued.scopes)] }),
    activeTokens: t.int({ resolve: ({ issued }) => issued.activeTokens }),
    maxActiveTokens: t.int({ resolve: () => MAX_ACTIVE_ACCESS_TOKENS }),
  }),
})

const TokensPayload = portalPayload<{ readonly tokens: GrantedTokens | null }>('TokensPayload', (t) => ({
  tokens: t.expose('tokens', { type: Tokens, nullable: true, description: 'Shown this once.' }),
}))

const atPortal = (context: QueryContext): AtPortal => ({
  at: context.at,
  clients: portalParts(context).clients,
  usage: context.usage,
  publicUrl: context.publicUrl,
  ...byMember(context),
})

builder.mutationFields((t) => ({
  codeExchange: mutation(t, {
    ...forMembers,
    description:
      'Exchanges an authorization code at the provider’s own sandbox operator, as the token endpoint does. The secret is not kept.',
    type: TokensPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      clientSecret: t.arg.string({ required: true }),
      code: t.arg.string({ required: true }),
      redirectUri: t.arg.string({ required: true }),
      codeVerifier: t.arg.string(),
    },
    isKeyless: true,
    run: async ({ codeVerifier, ...given }, context) => {
      const code = { ...given, codeVerifier: codeVerifier ?? null }
      return { tokens: await exchangeAtSandbox(atPortal(context), code) }
    },
  }),
  tokenRefresh: mutation(t, {
    ...forMembers,
    description: 'Makes another access token at the provider’s own sandbox operator. The secret is not kept.',
    type: TokensPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      clientSecret: t.arg.string({ required: true }),
      refreshToken: t.arg.string({ required: true }),
    },
    isKeyless: true,
    run: async (given, context) => ({
      tokens: await refreshAtSandbox(atPortal(context), given),
    }),
  }),
}))
