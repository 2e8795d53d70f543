/** What the bell reads and changes. */
import type { ResultOf } from 'gql.tada'
import { REFUSAL } from '../graph/fragments.ts'
import { graphql } from '../graph/graphql.ts'

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

export const READ = graphql(
  `
  mutation ReadNotices($noticeIdList: [ID!]) {
    noticeRead(noticeIdList: $noticeIdList) {
      unreadCount
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const QUIET = graphql(
  `
  mutation QuietNotice($noticeId: ID!) {
    noticeQuiet(noticeId: $noticeId) {
      unreadCount
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const CHOICES = graphql(`
  query NoticeChoices {
    noticeChoiceList {
      kind
      isByMail
    }
  }
`)

export const MAIL_SET = graphql(
  `
  mutation SetNoticeMails($noticeKindList: [NoticeKind!]!) {
    noticeMailSet(noticeKindList: $noticeKindList) {
      choiceList {
        kind
        isByMail
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
