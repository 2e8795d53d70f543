/** What the bell reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

export const UNREAD = graphql(`
  query UnreadNotices {
    noticeUnreadCount
  }
`)

export const NOTICES = graphql(`
  query Notices($page: PageInput!) {
    noticeList(page: $page) {
      nodeList {
        noticeId
        kind
        title
        text
        place
        at
        isRead
        comesBack
        quietUntil
      }
      pageInfo {
        hasMore
        endCursor
      }
    }
  }
`)

export type Notice = ResultOf<typeof NOTICES>['noticeList']['nodeList'][number]
export type NoticeKind = Notice['kind']

export const READ = mutation('noticeRead', '$noticeIdList: [ID!]')

export const QUIET = mutation('noticeQuiet', '$noticeId: ID!')

export const CHOICES = graphql(`
  query NoticeChoices {
    noticeChoiceList {
      kind
      isByMail
    }
  }
`)

export const MAIL_SET = mutation('noticeMailSet', '$noticeKindList: [NoticeKind!]!')
