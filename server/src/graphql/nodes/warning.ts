/** Warnings: what a mutation did although it may be unwise. */
import { holdsAll, scopeSet } from '../../domain/scopes.ts'
import { WARNING_CODES, type Warning as WarningValue } from '../../domain/warning.ts'
import { wordedFor } from '../../domain/wording.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'

export const WarningCode = builder.enumType('WarningCode', { values: WARNING_CODES })

export const Warning = builder.objectRef<WarningValue>('Warning').implement({
  ...noScope,
  description: 'Something that was done and that a person should look at.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCode }),
    message: t.string({ resolve: ({ message }, _args, { principal }) => wordedFor(principal.scopes, message) }),
    path: t.stringList({ nullable: true, resolve: ({ path }) => (path === null ? null : [...path]) }),
    subjectIdList: t.idList({
      description: 'The records concerned, of kinds that the caller may read.',
      resolve: ({ subjects }, _args, { principal }) =>
        (subjects ?? []).filter(({ needs }) => holdsAll(principal.scopes, scopeSet([needs]))).map(({ id }) => id),
    }),
  }),
})
