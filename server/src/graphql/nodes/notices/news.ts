/** The news in the bells of the developer portal and of support; each graph has these types of its own. */
import { MAX_NEWS, MAX_NEWS_TEXT, NEWS_DAYS, NEWS_KINDS } from '../../../domain/notices/news.ts'
import type { News as NewsValue } from '../../../services/notices/own-news.ts'
import type { Builder } from '../../builder.ts'
import { type Declared, nameOfActor } from '../providers/application.ts'

export const NEWS_LIST = `What others did in the last ${NEWS_DAYS} days, the latest first, at most ${MAX_NEWS}.`
export const NEWS_SEE =
  'Marks the news up to this one as seen by the signed-in person. It stays so where an older one is named later.'

const excerpt = (text: string): string =>
  text.length <= MAX_NEWS_TEXT ? text : `${text.slice(0, MAX_NEWS_TEXT).toWellFormed()}…`

export const newsNode = (builder: Builder, declared: Declared) => {
  const NewsKind = builder.enumType('NewsKind', { values: NEWS_KINDS })
  return builder.objectRef<NewsValue>('News').implement({
    ...declared,
    description: 'Something that somebody else did.',
    fields: (t) => ({
      newsId: t.exposeID('newsId'),
      kind: t.expose('kind', { type: NewsKind }),
      at: t.expose('at', { type: 'DateTime' }),
      isNew: t.exposeBoolean('isNew', { description: 'Whether the signed-in person has not seen it.' }),
      clientId: t.exposeID('clientId', { nullable: true, description: 'Of the application that it is about.' }),
      operatorId: t.exposeID('operatorId', { nullable: true }),
      name: t.exposeString('name', { description: 'Of the application, or of the operator where there is none.' }),
      byName: t.string({
        description: 'Who did it, or who left.',
        resolve: ({ actorName, ...step }, _args, context) => actorName ?? nameOfActor(context, step),
      }),
      action: t.exposeString('action', { nullable: true, description: 'Of a step between modes.' }),
      text: t.string({
        nullable: true,
        description: `The beginning of a message or reason, at most ${MAX_NEWS_TEXT} characters; the host of a webhook, or the end of a secret, whose maker left.`,
        resolve: ({ text }) => (text === null ? null : excerpt(text)),
      }),
      environment: t.exposeString('environment', {
        nullable: true,
        description: 'Of the operator that connected it, or of a webhook whose maker left.',
      }),
    }),
  })
}
