/** The request log: one request of an application or key, with what it asked, needed and cost. Values are never kept. */
import { ERROR_CATALOGUE, type FailureCode } from '../../../domain/error-catalogue.ts'
import { isScope, splitScopes } from '../../../domain/scopes.ts'
import { USER_ERROR_MEANINGS, type UserErrorCode } from '../../../domain/user-error.ts'
import { namesOfApplications } from '../../../storage/oauth/add-ons.ts'
import { apiKeys } from '../../../storage/oauth/api-keys.ts'
import { documentText, type RequestRow, searchRequests } from '../../../storage/usage/request-log.ts'
import type { Outcome } from '../../../storage/usage/usage.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { askedLog, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { RequestOutcome } from './request-outcome.ts'

const LOG_SCOPES = ['add-on:read', 'api-key:read'] as const

const keyLabel = async ({ loaders, reader }: QueryContext, apiKeyId: string): Promise<string | null> =>
  (await loaders.load('label of key', apiKeyId, async () => {
    const keys = await apiKeys(reader)
    return new Map(keys.map(({ api_key_id, label }) => [api_key_id, label]))
  })) ?? null

const applicationName = async ({ loaders, reader }: QueryContext, clientId: string): Promise<string | null> =>
  (await loaders.load('name of application', clientId, (ids) => namesOfApplications(reader, ids))) ?? null

const isKey = (actor: string): boolean => actor.startsWith('key_')

/** The catalogue's entry of a code, in whichever case the log has it. */
const catalogued = (code: string | null): { readonly meaning: string; readonly remedy: string } | undefined => {
  const name = code?.toLowerCase() ?? ''
  return Object.hasOwn(ERROR_CATALOGUE, name) ? ERROR_CATALOGUE[name as FailureCode] : undefined
}

/** What the code of a change says. */
const ruleOf = (code: string | null): string | null =>
  code !== null && Object.hasOwn(USER_ERROR_MEANINGS, code) ? USER_ERROR_MEANINGS[code as UserErrorCode] : null

const LoggedRequest = builder.objectRef<RequestRow>('LoggedRequest').implement({
  ...needs(...LOG_SCOPES),
  description: 'One request of an application or key.',
  fields: (t) => ({
    requestId: t.id({ resolve: ({ request_id }) => request_id }),
    at: t.expose('at', { type: 'DateTime' }),
    actorId: t.id({ description: 'The application or key that asked.', resolve: ({ actor }) => actor }),
    actorKind: t.string({
      description: 'application or api-key.',
      resolve: ({ actor }) => (isKey(actor) ? 'api-key' : 'application'),
    }),
    actorName: t.string({
      nullable: true,
      resolve: ({ actor }, _args, context) =>
        isKey(actor) ? keyLabel(context, actor) : applicationName(context, actor),
    }),
    operation: t.exposeString('operation', { nullable: true }),
    outcome: t.field({
      type: RequestOutcome,
      resolve: ({ outcome }) => outcome.toUpperCase() as Uppercase<Outcome>,
    }),
    code: t.exposeString('code', { nullable: true }),
    cost: t.exposeInt('cost', { nullable: true }),
    tookMs: t.int({ resolve: ({ took_ms }) => took_ms }),
    scopeList: t.stringList({
      description: 'What the operation needed.',
      resolve: ({ scopes }) => splitScopes(scopes ?? '').filter(isScope),
    }),
    address: t.exposeString('address', { nullable: true }),
    errorPath: t.exposeString('path', {
      nullable: true,
      description: 'Where its first error was: fields, positions in lists, inputs.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why it was refused, as its program was told: the scopes that were missing, or what is wrong with its text and where. Values are hidden.',
    }),
    meaning: t.string({
      nullable: true,
      description: 'What its code means; null where it was answered.',
      resolve: ({ code }) => catalogued(code)?.meaning ?? ruleOf(code),
    }),
    remedy: t.string({
      nullable: true,
      description: 'What its program can do.',
      resolve: ({ code }) => catalogued(code)?.remedy ?? null,
    }),
    agent: t.exposeString('agent', { nullable: true, description: 'The User-Agent of the program that asked.' }),
    document: t.string({
      nullable: true,
      description: 'The text of the operation, with its literals hidden.',
      resolve: ({ document_id }, _args, { reader }) =>
        document_id === null ? null : documentText(reader, document_id),
    }),
  }),
})

const LoggedRequestPage = builder.objectRef<Page<RequestRow>>('LoggedRequestPage').implement({
  ...needs(...LOG_SCOPES),
  fields: (t) => ({
    nodeList: t.field({ type: [LoggedRequest], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
    keptDays: t.int({
      description: 'How many days this host keeps requests.',
      resolve: (_page, _args, { requestDays }) => requestDays,
    }),
  }),
})

const LoggedRequestFilter = builder.inputType('LoggedRequestFilter', {
  fields: (t) => ({
    requestId: t.string(),
    actorId: t.string({ description: 'An application or key.' }),
    outcome: t.field({ type: RequestOutcome }),
    code: t.string(),
    operation: t.string(),
    from: t.field({ type: 'DateTime' }),
    to: t.field({ type: 'DateTime', description: 'Exclusive.' }),
  }),
})

builder.queryField('loggedRequestList', (t) =>
  t.field({
    ...needs(...LOG_SCOPES),
    description: 'Requests of applications and keys, newest first; kept for as many days as the host chose.',
    type: LoggedRequestPage,
    args: { filter: t.arg({ type: LoggedRequestFilter }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, { reader, usage }) => {
      const asked = askedLog('loggedRequestList', page, filter)
      const search = {
        requestId: filter?.requestId ?? null,
        actor: filter?.actorId ?? null,
        outcome: (filter?.outcome?.toLowerCase() as Outcome | undefined) ?? null,
        code: filter?.code ?? null,
        operation: filter?.operation ?? null,
        from: filter?.from ?? null,
        to: filter?.to ?? null,
        before: asked.before,
      }
      await usage.flush()
      const rows = await searchRequests(reader, search, asked.size + 1)
      return pageOf(rows, asked, ({ at, request_id }) => [at, request_id])
    },
  }),
)
