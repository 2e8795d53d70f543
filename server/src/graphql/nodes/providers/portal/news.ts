/** A member's bell, and what support waits for from the provider. */
import { newsOfMember, seeNews } from '../../../../services/notices/own-news.ts'
import { type Case, questionsTo } from '../../../../services/support/queue.ts'
import { forMembers } from '../../../access-declaration.ts'
import { mutation } from '../../../mutation.ts'
import { portalBuilder as builder, memberOf, portalPayload } from '../../../platform/portal-builder.ts'
import { NEWS_LIST, NEWS_SEE, newsNode } from '../../notices/news.ts'

const News = newsNode(builder, forMembers)

const Question = builder.objectRef<Case>('Question').implement({
  ...forMembers,
  description: 'Support wrote about an application and waits for an answer.',
  fields: (t) => ({
    clientId: t.id({ resolve: ({ application }) => application.client_id }),
    name: t.string({ description: 'Of the application.', resolve: ({ application }) => application.name }),
    since: t.expose('since', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  newsList: t.field({
    ...forMembers,
    description: NEWS_LIST,
    type: [News],
    resolve: (_root, _args, context) => newsOfMember(context.at, memberOf(context)),
  }),
  questionList: t.field({
    ...forMembers,
    description: 'What waits for an answer of the provider, the oldest first.',
    type: [Question],
    resolve: (_root, _args, context) => questionsTo(context.at.platform, memberOf(context).provider.provider_id),
  }),
}))

const NewsPayload = portalPayload<{ readonly newsList: Awaited<ReturnType<typeof newsOfMember>> | null }>(
  'NewsPayload',
  (t) => ({ newsList: t.expose('newsList', { type: [News], nullable: true }) }),
)

builder.mutationField('newsSee', (t) =>
  mutation(t, {
    ...forMembers,
    description: NEWS_SEE,
    type: NewsPayload,
    args: { newsId: t.arg.id({ required: true }) },
    isKeyless: true,
    run: async ({ newsId }, context) => {
      await seeNews(context.at, memberOf(context), newsId)
      return { newsList: await newsOfMember(context.at, memberOf(context)) }
    },
  }),
)
