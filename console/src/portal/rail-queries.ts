/** What the portal's frame shows beside its pages: news, questions and counts. */
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
    questionList {
      clientId
      name
      since
    }
    applicationList {
      clientId
    }
    memberList {
      userId
    }
  }
`)

export const NEWS_SEE = mutation('newsSee', '$newsId: ID!')
