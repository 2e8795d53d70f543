/** Lets a client check that its token works, and whose it is. */
import { MAX_ECHO_LENGTH } from '../../../domain/limits.ts'
import { scopesIn } from '../../../domain/scopes.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { badInput } from '../page.ts'

const TokenInfo = builder.objectRef<QueryContext>('TokenInfo').implement({
  ...noScope,
  description: 'The calling token.',
  fields: (t) => ({
    scopeList: t.stringList({ resolve: ({ principal }) => scopesIn(principal.scopes) }),
    applicationName: t.string({ nullable: true, resolve: ({ principal }) => principal.applicationName }),
    applicationType: t.string({ nullable: true, resolve: ({ principal }) => principal.applicationKind }),
    userId: t.id({ nullable: true, resolve: ({ principal }) => principal.userId }),
    isPersonal: t.boolean({ resolve: ({ principal }) => principal.isPersonal }),
    expiresAt: t.field({ type: 'DateTime', resolve: ({ principal }) => principal.expiresAt }),
    environment: t.string({ resolve: ({ tenant }) => tenant.environment }),
  }),
})

builder.queryFields((t) => ({
  echo: t.string({
    ...noScope,
    description: 'Answers its argument; tests token and transport.',
    args: { text: t.arg.string({ required: true }) },
    resolve: (_root, { text }) => {
      if (text.length <= MAX_ECHO_LENGTH) return text
      throw badInput(`text must have at most ${MAX_ECHO_LENGTH} characters, not ${text.length}.`)
    },
  }),
  tokenInfo: t.field({
    ...noScope,
    description: 'The scopes and identity of the calling token.',
    type: TokenInfo,
    resolve: (_root, _args, context) => context,
  }),
}))
