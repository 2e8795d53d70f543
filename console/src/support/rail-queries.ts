/** What support's frame shows beside its pages: the news. */
import { graphql, mutation } from './graphql.ts'

export const RAIL = graphql(`
  query Rail {
    newsList {
      newsId
      kind
      at
      isNew
      clientId
      operatorId
      name
      byName
      action
      text
      environment
    }
  }
`)

export const NEWS_SEE = mutation('newsSee', '$newsId: ID!')
