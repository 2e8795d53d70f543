/** The signed-in user's bell: what they are told, what is new, and which kinds come by mail (access-model §9). */

import { NOTICES_COST, STATEMENT_COST } from '../../../domain/limits.ts'
import { NOTICE_KINDS, placeFor } from '../../../domain/notices/notice.ts'
import { userError } from '../../../domain/user-error.ts'
import {
  chooseMails,
  type NoticeChoice as NoticeChoiceValue,
  type NoticeOwner,
  noticeChoices,
  noticesOf,
  quietNotice,
  readNotices,
  unreadCount,
} from '../../../services/notices/own-notices.ts'
import type { OwnNotice } from '../../../storage/notices/notices.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { priced } from '../../operation/list-size.ts'
import { payload } from '../../payload.ts'
import { signedInUser } from '../../signed-in-user.ts'
import { askedList } from '../asked-list.ts'
import { askedLog, type Page, PageInfo, PageInput, pageOf } from '../page.ts'

const NoticeKind = builder.enumType('NoticeKind', { values: NOTICE_KINDS })

const ownerOf = (context: QueryContext): NoticeOwner => ({
  user: signedInUser(context).user,
  scopes: context.principal.scopes,
})

const Notice = builder.objectRef<OwnNotice>('Notice').implement({
  ...needs('account:read'),
  description: 'Something that the signed-in user should know.',
  fields: (t) => ({
    noticeId: t.id({ resolve: ({ notice_id }) => notice_id }),
    kind: t.expose('kind', { type: NoticeKind }),
    title: t.exposeString('title'),
    text: t.exposeString('text'),
    place: t.string({
      description: 'Where in the console it leads, below /console.',
      resolve: ({ kind, user_id, place }, _args, context) =>
        placeFor(signedInUser(context).user.user_id, { kind, userId: user_id, place }),
    }),
    at: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    isRead: t.boolean({ resolve: ({ read_at, quiet_until }) => read_at !== null || quiet_until !== null }),
    comesBack: t.boolean({
      description:
        'Whether it is told again every day while its cause lasts, so that quiet for today can be asked for.',
      resolve: ({ subject }) => subject !== null,
    }),
    quietUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when the user is told no more of what it is about.',
      resolve: ({ quiet_until }) => quiet_until,
    }),
  }),
})

const NoticePage = builder.objectRef<Page<OwnNotice>>('NoticePage').implement({
  ...needs('account:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Notice], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const NoticeChoice = builder.objectRef<NoticeChoiceValue>('NoticeChoice').implement({
  ...needs('account:read'),
  fields: (t) => ({
    kind: t.expose('kind', { type: NoticeKind }),
    isByMail: t.exposeBoolean('isByMail'),
  }),
})

builder.queryFields((t) => ({
  noticeList: t.field({
    ...priced(NOTICES_COST, needs('account:read')),
    description: 'What the signed-in user is told, newest first.',
    type: NoticePage,
    args: { page: t.arg({ type: PageInput }) },
    resolve: async (_root, { page }, context) => {
      const asked = askedLog('noticeList', page, null)
      const rows = await noticesOf(context.reader, ownerOf(context), asked.before, asked.size + 1)
      return pageOf(rows, asked, ({ created_at, notice_id }) => [created_at, notice_id])
    },
  }),
  noticeUnreadCount: t.int({
    ...priced(STATEMENT_COST, needs('account:read')),
    description: 'How many notices the signed-in user has not read; 100 stands for more.',
    // One statement for a request, however often it asks.
    resolve: (_root, _args, context) =>
      context.loaders.loadExisting('unread notices', 'own', async ([own = 'own']) => {
        return new Map([[own, await unreadCount(context.reader, ownerOf(context))]])
      }),
  }),
  noticeChoiceList: t.field({
    ...needs('account:read'),
    description: 'The kinds that the signed-in user can be told of, and which of them come by mail.',
    type: [NoticeChoice],
    resolve: (_root, _args, context) => noticeChoices(context.reader, ownerOf(context)),
  }),
}))

const NoticeReadPayload = payload<{ readonly unreadCount: number | null }>('NoticeReadPayload', (t) => ({
  unreadCount: t.exposeInt('unreadCount', { nullable: true }),
}))

const NoticeMailPayload = payload<{ readonly choiceList: readonly NoticeChoiceValue[] | null }>(
  'NoticeMailPayload',
  (t) => ({
    choiceList: t.field({
      type: [NoticeChoice],
      nullable: true,
      resolve: ({ choiceList }) => (choiceList ? [...choiceList] : null),
    }),
  }),
)

builder.mutationFields((t) => ({
  noticeRead: mutation(t, {
    ...needs('account:write'),
    description: 'Marks notices as read by the signed-in user: those named, or all.',
    type: NoticeReadPayload,
    args: { noticeIdList: t.arg.idList({ description: 'At most 500; all notices where absent.' }) },
    isKeyless: true,
    run: async ({ noticeIdList }, context) => {
      await readNotices(context.at, ownerOf(context), askedList(noticeIdList, 'noticeIdList'))
      return { unreadCount: await unreadCount(context.reader, ownerOf(context)) }
    },
  }),
  noticeQuiet: mutation(t, {
    ...needs('account:write'),
    description:
      'Tells the signed-in user no more of what this notice is about until the next day in UTC: neither as new in the bell nor by mail.',
    type: NoticeReadPayload,
    args: { noticeId: t.arg.id({ required: true }) },
    isKeyless: true,
    run: async ({ noticeId }, context) => {
      await quietNotice(context.at, ownerOf(context), String(noticeId))
      return { unreadCount: await unreadCount(context.reader, ownerOf(context)) }
    },
  }),
  noticeMailSet: mutation(t, {
    ...needs('account:write'),
    description: 'Chooses which kinds of notices the signed-in user gets by mail.',
    type: NoticeMailPayload,
    args: {
      noticeKindList: t.arg({ type: [NoticeKind], description: 'Those that come by mail; the others do not.' }),
      kindList: t.arg.stringList({ deprecationReason: 'Use noticeKindList' }),
    },
    isKeyless: true,
    run: async ({ noticeKindList, kindList }, context) => {
      const kinds = askedList(noticeKindList, 'noticeKindList') ?? askedList(kindList, 'kindList')
      if (kinds === null) throw userError('VALIDATION', 'Name the kinds that come by mail', ['noticeKindList'])
      await chooseMails(context.at, ownerOf(context), kinds)
      return { choiceList: await noticeChoices(context.reader, ownerOf(context)) }
    },
  }),
}))
