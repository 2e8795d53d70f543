/** Warnings: what a mutation did although it may be unwise. */
import { holdsAll, scopeSet } from '../../domain/scopes.ts'
import { type Subject, WARNING_CODES, type Warning as WarningValue } from '../../domain/warning.ts'
import { wordedFor } from '../../domain/wording.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'
import type { QueryContext } from '../context.ts'
import { usually } from '../operation/list-size.ts'
import { EntityKind } from './change.ts'

export const WarningCode = builder.enumType('WarningCode', { values: WARNING_CODES })

const WarningSubject = builder.objectRef<Subject>('WarningSubject').implement({
  ...noScope,
  description: 'A record that a warning is about.',
  fields: (t) => ({
    entity: t.expose('entity', { type: EntityKind, description: 'Its kind, as in changeList.' }),
    entityId: t.id({ resolve: ({ id }) => id }),
    label: t.exposeString('label', {
      nullable: true,
      description: 'What people call it: a flight number, the code of a crew member, a registration.',
    }),
  }),
})

const seenSubjects = ({ subjects }: WarningValue, { principal }: QueryContext): Subject[] =>
  (subjects ?? []).filter(({ needs }) => holdsAll(principal.scopes, scopeSet([needs])))

export const Warning = builder.objectRef<WarningValue>('Warning').implement({
  ...noScope,
  description: 'Something that was done and that a person should look at.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCode }),
    message: t.string({
      follows: [],
      resolve: ({ message }, _args, { principal }) => wordedFor(principal.scopes, message),
    }),
    path: t.stringList({ nullable: true, resolve: ({ path }) => (path === null ? null : [...path]) }),
    subjectIdList: t.idList({
      description: 'The records concerned, of kinds that the caller may read.',
      follows: [],
      resolve: (warned, _args, context) => seenSubjects(warned, context).map(({ id }) => id),
    }),
    subjectList: t.field({
      ...usually(1),
      type: [WarningSubject],
      description: 'The records concerned, of kinds that the caller may read, with what people call them.',
      follows: [],
      // A payload that an earlier release kept under an idempotency key tells ids alone.
      resolve: (warned, _args, context) => seenSubjects(warned, context).filter(({ entity }) => entity !== undefined),
    }),
  }),
})
