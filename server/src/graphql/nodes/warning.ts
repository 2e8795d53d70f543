/** Warnings: what a mutation did although it may be unwise. */
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
  }),
})
