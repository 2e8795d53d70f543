/** The audit log of this tenant, newest first (threats row 63). */

import { Failure } from '../../../domain/failure.ts'
import { STATEMENT_COST } from '../../../domain/limits.ts'
import { auditActions, searchAudit } from '../../../storage/audit.ts'
import type { Tables } from '../../../storage/engines/tables.ts'
import { namesOfApplications } from '../../../storage/oauth/add-ons.ts'
import { apiKeys } from '../../../storage/oauth/api-keys.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { priced } from '../../operation/list-size.ts'
import { personName } from '../identity/person-name.ts'
import { askedLog, type Page, PageInfo, PageInput, pageOf } from '../page.ts'

type AuditRow = Tables['audit_entry']

const keyLabel = ({ loaders, reader }: QueryContext, apiKeyId: string): Promise<string | undefined> =>
  loaders.load('label of key', apiKeyId, async () => {
    const keys = await apiKeys(reader)
    return new Map(keys.map(({ api_key_id, label }) => [api_key_id, label]))
  })

/** The name of an entry's subject, which is stored by id; null if it has none. */
const nameOf = async (context: QueryContext, kind: string, id: string | null): Promise<string | null> => {
  if (id === null) return null
  if (kind === 'user') {
    const user = await personName(context, id)
    return user && `${user.name} ${user.surname}`.trim()
  }
  if (kind === 'api-key') return (await keyLabel(context, id)) ?? null
  if (kind !== 'application') return null
  const load = (ids: readonly string[]) => namesOfApplications(context.reader, ids)
  return (await context.loaders.load('name of application', id, load)) ?? null
}

/** A grant has no name; the detail of its entries contains the application. */
const grantee = (detail: string): string | null => {
  const { clientId } = JSON.parse(detail) as { clientId?: unknown }
  return typeof clientId === 'string' ? clientId : null
}

const AuditEntry = builder.objectRef<AuditRow>('AuditEntry').implement({
  ...needs('audit:read'),
  description: 'One thing that somebody did. Entries are final.',
  fields: (t) => ({
    auditEntryId: t.id({ resolve: ({ audit_entry_id }) => audit_entry_id }),
    at: t.expose('at', { type: 'DateTime' }),
    actorKind: t.string({
      description: 'user, staff, provider, host, application, api-key or system.',
      resolve: ({ actor_kind }) => actor_kind,
    }),
    actorId: t.string({ nullable: true, resolve: ({ actor_id }) => actor_id }),
    actorName: t.string({
      nullable: true,
      resolve: ({ actor_kind, actor_id }, _args, context) => nameOf(context, actor_kind, actor_id),
    }),
    action: t.exposeString('action'),
    subjectKind: t.string({ resolve: ({ subject_kind }) => subject_kind }),
    subjectId: t.string({ resolve: ({ subject_id }) => subject_id }),
    subjectName: t.string({
      nullable: true,
      description: 'Of a grant it is the name of the application that it was given to.',
      resolve: ({ subject_kind, subject_id, detail }, _args, context) =>
        subject_kind === 'grant'
          ? nameOf(context, 'application', grantee(detail))
          : nameOf(context, subject_kind, subject_id),
    }),
    address: t.exposeString('address', { nullable: true }),
    requestId: t.string({ nullable: true, resolve: ({ request_id }) => request_id }),
    detail: t.exposeString('detail', { description: 'A JSON object as text.' }),
  }),
})

const AuditEntryPage = builder.objectRef<Page<AuditRow>>('AuditEntryPage').implement({
  ...needs('audit:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [AuditEntry], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const AuditEntryFilter = builder.inputType('AuditEntryFilter', {
  fields: (t) => ({
    actorId: t.string(),
    actorKind: t.string(),
    action: t.string(),
    subjectId: t.string(),
    text: t.string({
      description:
        'Found in actions, names, addresses, request ids and details, whatever its case; 1 to 100 characters.',
    }),
    from: t.field({ type: 'DateTime' }),
    to: t.field({ type: 'DateTime', description: 'Exclusive.' }),
  }),
})

const MAX_TEXT_CHARACTERS = 100

const searchedText = (given: string | null | undefined): string | null => {
  const text = given?.trim() ?? ''
  if (text.length > MAX_TEXT_CHARACTERS) {
    throw new Failure('invalid_request', `The text of a search has at most ${MAX_TEXT_CHARACTERS} characters`, {
      details: { field: 'text' },
    })
  }
  return text === '' ? null : text
}

builder.queryFields((t) => ({
  auditEntryList: t.field({
    ...needs('audit:read'),
    description: 'What was done here, newest first.',
    type: AuditEntryPage,
    args: { filter: t.arg({ type: AuditEntryFilter }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, { reader }) => {
      const asked = askedLog('auditEntryList', page, filter)
      const search = {
        actorId: filter?.actorId ?? null,
        actorKind: filter?.actorKind ?? null,
        action: filter?.action ?? null,
        subjectId: filter?.subjectId ?? null,
        text: searchedText(filter?.text),
        from: filter?.from ?? null,
        to: filter?.to ?? null,
        before: asked.before,
      }
      const rows = await searchAudit(reader, search, asked.size + 1)
      return pageOf(rows, asked, ({ at, audit_entry_id }) => [at, audit_entry_id])
    },
  }),
  auditActionList: t.stringList({
    ...priced(STATEMENT_COST, needs('audit:read')),
    description: 'The actions that occur in this log.',
    resolve: (_root, _args, { reader, loaders }) =>
      loaders.loadExisting(
        'audit actions',
        'all',
        async ([all = 'all']) => new Map([[all, await auditActions(reader)]]),
      ),
  }),
}))
