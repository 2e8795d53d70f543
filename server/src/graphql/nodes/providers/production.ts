/** The way to production, as provider and support see it: evidence, the demo, messages. */
import {
  MAX_ACTIVE_ACCESS_TOKENS,
  MAX_REFRESH_TOKENS_PER_GRANT,
  MEASURED_COST,
  STATEMENT_COST,
} from '../../../domain/limits.ts'
import { type EvidenceLine, evidenceOf } from '../../../services/providers/evidence.ts'
import { demoCalendar } from '../../../services/support/decisions.ts'
import type { ApplicationRow } from '../../../storage/oauth/applications.ts'
import { tokenGauges } from '../../../storage/oauth/token-gauges.ts'
import { applicationMessages, type MessageRow } from '../../../storage/providers/application-messages.ts'
import { type Connection, connectionsOf } from '../../../storage/providers/connections.ts'
import { type DemoRow, latestDemo } from '../../../storage/providers/demos.ts'
import type { Builder } from '../../builder.ts'
import { priced } from '../../operation/list-size.ts'
import type { Declared, FieldBuilder } from './application.ts'

const MAX_MESSAGES = 200

interface ShownDemo {
  readonly demo: DemoRow
  readonly calendarFile: string | null
}

const evidenceNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<EvidenceLine>('EvidenceLine').implement({
    ...declared,
    description: 'One line of the checklist: whether it is met, how that is known, and what to do. None blocks.',
    fields: (t) => ({
      key: t.exposeString('key'),
      label: t.exposeString('label'),
      isMet: t.exposeBoolean('isMet'),
      value: t.exposeString('value'),
      source: t.exposeString('source'),
      todo: t.exposeString('todo', { nullable: true }),
    }),
  })

const messageNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<MessageRow>('Message').implement({
    ...declared,
    fields: (t) => ({
      messageId: t.id({ resolve: ({ message_id }) => message_id }),
      at: t.expose('at', { type: 'DateTime' }),
      by: t.string({ description: 'provider or support.', resolve: ({ author_kind }) => author_kind }),
      authorName: t.string({ resolve: ({ author_name }) => author_name }),
      text: t.exposeString('text'),
    }),
  })

const requirementNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<{ readonly text: string; readonly isMet: boolean }>('Requirement').implement({
    ...declared,
    fields: (t) => ({ text: t.exposeString('text'), isMet: t.exposeBoolean('isMet') }),
  })

const demoNode = (builder: Builder, declared: Declared, Requirement: ReturnType<typeof requirementNode>) =>
  builder.objectRef<ShownDemo>('Demo').implement({
    ...declared,
    description: 'The latest request for a demo.',
    fields: (t) => ({
      requestedAt: t.field({ type: 'DateTime', resolve: ({ demo }) => demo.requested_at }),
      timeList: t.field({ type: ['DateTime'], resolve: ({ demo }) => JSON.parse(demo.time_list) as number[] }),
      timeZone: t.string({ resolve: ({ demo }) => demo.time_zone }),
      attendees: t.string({ resolve: ({ demo }) => demo.attendees }),
      note: t.string({ resolve: ({ demo }) => demo.note }),
      demoAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ demo }) => demo.demo_at }),
      link: t.string({ nullable: true, resolve: ({ demo }) => demo.link }),
      calendarFile: t.exposeString('calendarFile', { nullable: true, description: 'iCalendar, once it is scheduled.' }),
      heldAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When support recorded that the demo was held.',
        resolve: ({ demo }) => demo.held_at,
      }),
      requirementList: t.field({
        type: [Requirement],
        nullable: true,
        description: 'What support ticked at the decision.',
        resolve: ({ demo }) => (demo.requirement_list === null ? null : JSON.parse(demo.requirement_list)),
      }),
    }),
  })

interface ConnectionTokens {
  readonly refreshTokens: number
  readonly accessTokens: number
}

const tokensNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<ConnectionTokens>('ConnectionTokens').implement({
    ...declared,
    description: 'How many tokens the application holds at an operator, and how many it may.',
    fields: (t) => ({
      refreshTokens: t.exposeInt('refreshTokens', { description: 'Those that work now.' }),
      maxRefreshTokens: t.int({
        description: 'With one more exchange the refresh token that was unused for longest ends.',
        resolve: () => MAX_REFRESH_TOKENS_PER_GRANT,
      }),
      accessTokens: t.exposeInt('accessTokens', { description: 'Of the refresh token that has most of them.' }),
      maxAccessTokens: t.int({
        description: 'Of one refresh token; the next is refused until one ends.',
        resolve: () => MAX_ACTIVE_ACCESS_TOKENS,
      }),
    }),
  })

const connectionNode = (builder: Builder, declared: Declared, Tokens: ReturnType<typeof tokensNode>) =>
  builder.objectRef<Connection>('Connection').implement({
    ...declared,
    description: 'An operator that allowed the application, and what it allowed.',
    fields: (t) => ({
      connectionId: t.id({ resolve: ({ grantId }) => grantId }),
      operatorId: t.exposeID('operatorId'),
      operatorName: t.exposeString('operatorName'),
      environment: t.exposeString('environment'),
      scopeList: t.stringList({ resolve: ({ scopes }) => scopes.split(' ').filter(Boolean) }),
      since: t.expose('since', { type: 'DateTime' }),
      tokens: t.field({
        ...priced(STATEMENT_COST, declared),
        type: Tokens,
        resolve: async ({ tenantId, grantId }, _args, { world }) => {
          const gauges = await tokenGauges(world.storage.tenant(tenantId), 'grant_id', [grantId], world.now(tenantId))
          const accessTokens = Math.max(0, ...gauges.map(({ active }) => Number(active)))
          return { refreshTokens: gauges.length, accessTokens }
        },
      }),
    }),
  })

export const productionParts = (builder: Builder, declared: Declared) => ({
  Evidence: evidenceNode(builder, declared),
  Message: messageNode(builder, declared),
  Demo: demoNode(builder, declared, requirementNode(builder, declared)),
  Connection: connectionNode(builder, declared, tokensNode(builder, declared)),
})

type Parts = ReturnType<typeof productionParts>

export const productionFields = (t: FieldBuilder<ApplicationRow>, parts: Parts) => ({
  evidenceList: t.field({
    ...priced(MEASURED_COST),
    type: [parts.Evidence],
    resolve: async (application, _args, { world, at, usage, loaders }) => {
      await usage.flush()
      return loaders.inTurn(() => evidenceOf(world.storage, application, at.now()))
    },
  }),
  messageList: t.field({
    ...priced(STATEMENT_COST),
    type: [parts.Message],
    description: `The latest ${MAX_MESSAGES}, oldest first.`,
    resolve: ({ client_id }, _args, { at }) => applicationMessages(at.platform, client_id, MAX_MESSAGES),
  }),
  demo: t.field({
    ...priced(STATEMENT_COST),
    type: parts.Demo,
    nullable: true,
    resolve: async (application, _args, { at }) => {
      const demo = await latestDemo(at.platform, application.client_id)
      return demo ? { demo, calendarFile: await demoCalendar(at.platform, application, demo) } : null
    },
  }),
  connectionList: t.field({
    ...priced(STATEMENT_COST),
    type: [parts.Connection],
    resolve: ({ client_id }, _args, { at }) => connectionsOf(at.platform, client_id),
  }),
})
