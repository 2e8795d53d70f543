/** Scopes with descriptions for users: on key forms, add-on panels and account pages. */
import {
  isAircraftBound,
  isForKeys,
  isOffered,
  isScope,
  SCOPES,
  type Scope,
  scopeEntry,
} from '../../../domain/scopes.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'

export const ScopeInWords = builder.objectRef<{ readonly scope: Scope }>('ScopeInWords').implement({
  ...noScope,
  description: 'A scope, and what it allows in words.',
  fields: (t) => ({
    name: t.string({ resolve: ({ scope }) => scope }),
    area: t.string({ resolve: ({ scope }) => scopeEntry(scope).area }),
    access: t.string({ description: 'read or write.', resolve: ({ scope }) => scopeEntry(scope).access }),
    text: t.string({ resolve: ({ scope }) => scopeEntry(scope).text }),
    isForKeys: t.boolean({
      description: 'False for those of personal applications, and for who reported.',
      resolve: ({ scope }) => isForKeys(scope),
    }),
    isAircraftBound: t.boolean({
      description: 'Whether a key that is limited to some aircraft may carry it.',
      resolve: ({ scope }) => isAircraftBound(scope),
    }),
  }),
})

/** From a stored list; scopes that no longer exist or that no node uses yet are left out. */
export const inWords = (names: readonly string[]): { scope: Scope }[] =>
  names
    .filter(isScope)
    .filter(isOffered)
    .map((scope) => ({ scope }))

builder.queryField('scopeCatalogue', (t) =>
  t.field({
    ...noScope,
    description: 'Every scope that an application or a key can hold and that opens something.',
    type: [ScopeInWords],
    resolve: () => inWords(SCOPES),
  }),
)
