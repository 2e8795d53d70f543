/** The bell of a member of staff. */
import { newsOfStaff, seeNews } from '../../../services/notices/own-news.ts'
import { forStaff } from '../../access-declaration.ts'
import { mutation } from '../../mutation.ts'
import { supportBuilder as builder, supportPayload } from '../../platform/support-builder.ts'
import { signedInUser } from '../../signed-in-user.ts'
import { NEWS_LIST, NEWS_SEE, newsNode } from '../notices/news.ts'

const News = newsNode(builder, forStaff)

builder.queryField('newsList', (t) =>
  t.field({
    ...forStaff,
    description: NEWS_LIST,
    type: [News],
    resolve: (_root, _args, context) => newsOfStaff(context.at, signedInUser(context)),
  }),
)

const NewsPayload = supportPayload<{ readonly newsList: Awaited<ReturnType<typeof newsOfStaff>> | null }>(
  'NewsPayload',
  (t) => ({ newsList: t.expose('newsList', { type: [News], nullable: true }) }),
)

builder.mutationField('newsSee', (t) =>
  mutation(t, {
    ...forStaff,
    description: NEWS_SEE,
    type: NewsPayload,
    args: { newsId: t.arg.id({ required: true }) },
    isKeyless: true,
    run: async ({ newsId }, context) => {
      await seeNews(context.at, signedInUser(context), newsId)
      return { newsList: await newsOfStaff(context.at, signedInUser(context)) }
    },
  }),
)
