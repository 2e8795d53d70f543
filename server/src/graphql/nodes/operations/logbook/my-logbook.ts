/** A user's own logbook. Reads and writes with the view of that user alone, whoever the principal is. */

import { DOCUMENT_LINK_SECONDS, LINK_COST } from '../../../../domain/limits.ts'
import {
  type LogbookEntry as Entry,
  LOGBOOK_ENTRY_RECORD,
} from '../../../../domain/operations/logbook/logbook-entry.ts'
import { LOGBOOK_LINK_PATH } from '../../../../domain/operations/logbook/logbook-path.ts'
import { ALL_TYPES, type LogbookTotals as Totals, totalsOf } from '../../../../domain/operations/logbook/totals.ts'
import { type MadeLogbookLink, makeLogbookLink } from '../../../../services/operations/logbook/logbook-links.ts'
import { annotateEntry, logbookEntries, ownLogbook } from '../../../../services/operations/logbook/own-entries.ts'
import {
  LOGBOOK_ENTRY,
  type LogbookSearch,
  sumsByType,
} from '../../../../storage/operations/logbook/logbook-entries.ts'
import { recordsById } from '../../../../storage/records.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { priced, usually } from '../../../operation/list-size.ts'
import { warningPayload } from '../../../payload.ts'
import { ownRecords } from '../../identity/me.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../../page.ts'
import { createInput, filterOf, updateInput } from '../../records/record-inputs.ts'
import { recordType } from '../../records/record-type.ts'
import { LogbookTotals } from './logbook-totals.ts'

const READ = needs('own:logbook:read')
const WRITE = needs('own:logbook:write')

const LogbookEntry = recordType(LOGBOOK_ENTRY, (t) => ({
  totalMinutes: t.int({ columns: ['totalMinutes'], resolve: ({ totalMinutes }) => totalMinutes ?? 0 }),
  nightMinutes: t.int({ columns: ['nightMinutes'], resolve: ({ nightMinutes }) => nightMinutes ?? 0 }),
}))

interface LogbookPageValue extends Page<Entry> {
  readonly search: LogbookSearch
}

const sumsOf = async (context: QueryContext, search: LogbookSearch): Promise<readonly Totals[]> => {
  const { reader } = await ownRecords(context)
  return totalsOf(await sumsByType(reader, search))
}

const LogbookPage = builder.objectRef<LogbookPageValue>('LogbookPage').implement({
  ...READ,
  fields: (t) => ({
    nodeList: t.field({ type: [LogbookEntry], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
    totals: t.field({
      type: LogbookTotals,
      description: 'Of all that the filter finds.',
      resolve: async ({ search }, _args, context) =>
        (await sumsOf(context, search)).find(({ acftType }) => acftType === ALL_TYPES) as Totals,
    }),
  }),
})

const filter = filterOf(LOGBOOK_ENTRY_RECORD)
const Filter = filter.type as NonNullable<typeof filter.type>

const askedSearch = (context: QueryContext, asked: object | null | undefined): LogbookSearch =>
  filter.searchOf(context, (asked ?? {}) as Readonly<Record<string, unknown>>) as LogbookSearch

builder.queryFields((t) => ({
  myLogbookEntry: t.field({
    ...READ,
    description: LOGBOOK_ENTRY_RECORD.one,
    type: LogbookEntry,
    nullable: true,
    args: { logbookEntryId: t.arg.id({ required: true }) },
    resolve: async (_root, { logbookEntryId }, context) => {
      const { reader } = await ownRecords(context)
      const columns = context.columns.of<Entry>(LOGBOOK_ENTRY)
      return (await recordsById(reader, LOGBOOK_ENTRY, [logbookEntryId], columns)).get(logbookEntryId) ?? null
    },
  }),
  myLogbookEntryList: t.field({
    ...READ,
    description: LOGBOOK_ENTRY_RECORD.list,
    type: LogbookPage,
    args: { filter: t.arg({ type: Filter }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter: given, page }, context) => {
      const { reader } = await ownRecords(context)
      const asked = askedPage('myLogbookEntryList', page, ['number', 'string'], given as object)
      const search = askedSearch(context, given as object)
      const part = { columns: context.columns.of<Entry>(LOGBOOK_ENTRY), ...asked.range }
      const rows = await LOGBOOK_ENTRY.page(reader, search, part)
      return { ...pageOf(rows, asked, LOGBOOK_ENTRY.position), search }
    },
  }),
  myLogbookTotals: t.field({
    ...usually(5, READ),
    description: 'Totals by type, and one over all (acftICAO null).',
    type: [LogbookTotals],
    args: { filter: t.arg({ type: Filter }) },
    resolve: async (_root, { filter: given }, context) => [
      ...(await sumsOf(context, askedSearch(context, given as object))),
    ],
  }),
}))

const LogbookLink = builder.objectRef<MadeLogbookLink>('LogbookLink').implement({
  ...READ,
  description: `GET path within ${DOCUMENT_LINK_SECONDS / 60} minutes; ends with the token, grant or scope that asked for it. One of the console works in the browser that asked for it.`,
  fields: (t) => ({
    path: t.string({ resolve: ({ secret }) => `${LOGBOOK_LINK_PATH}?link=${secret}` }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
})

builder.queryField('myLogbookLink', (t) =>
  t.field({
    ...priced(LINK_COST, READ),
    description: 'The logbook as CSV in the columns of AMC1 FCL.050, those of FAA logbooks behind them.',
    type: LogbookLink,
    args: { filter: t.arg({ type: Filter }) },
    resolve: async (_root, { filter: given }, context) => {
      const { user } = await ownRecords(context)
      const search = askedSearch(context, given as object)
      return makeLogbookLink(context.at, user.user_id, context.principal.credential, search)
    },
  }),
)

const LogbookEntryPayload = warningPayload<{ readonly logbookEntry: Entry | null }>('LogbookEntryPayload', (t) => ({
  logbookEntry: t.expose('logbookEntry', { type: LogbookEntry, nullable: true }),
}))

const EntryInput = createInput(LOGBOOK_ENTRY_RECORD)
const EntryUpdateInput = updateInput(LOGBOOK_ENTRY_RECORD)

builder.mutationFields((t) => ({
  myLogbookEntryCreate: mutation(t, {
    ...WRITE,
    description: LOGBOOK_ENTRY_RECORD.create as string,
    type: LogbookEntryPayload,
    args: { input: t.arg({ type: EntryInput, required: true }) },
    write: async (tx, { input }, context) =>
      logbookEntries.create(await ownLogbook(tx, context.principal.userId), context, { input }),
  }),
  myLogbookEntryUpdate: mutation(t, {
    ...WRITE,
    description: LOGBOOK_ENTRY_RECORD.update as string,
    type: LogbookEntryPayload,
    args: {
      logbookEntryId: t.arg.id({ required: true }),
      input: t.arg({ type: EntryUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: async (tx, { logbookEntryId: id, ...asked }, context) =>
      logbookEntries.update(await ownLogbook(tx, context.principal.userId), context, { id, ...asked }),
  }),
  myLogbookEntryDelete: mutation(t, {
    ...WRITE,
    description: LOGBOOK_ENTRY_RECORD.delete as string,
    type: LogbookEntryPayload,
    args: { logbookEntryId: t.arg.id({ required: true }), expectedVersion: t.arg.int({ required: true }) },
    write: async (tx, { logbookEntryId: id, expectedVersion }, context) =>
      logbookEntries.delete(await ownLogbook(tx, context.principal.userId), context, { id, expectedVersion }),
  }),
  myLogbookAnnotationSet: mutation(t, {
    ...WRITE,
    description: 'Annotates any entry, also the operator’s; null takes the annotation away.',
    type: LogbookEntryPayload,
    args: {
      logbookEntryId: t.arg.id({ required: true }),
      annotation: t.arg.string({ description: 'At most 2,000 characters.' }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: async (tx, asked, context) => annotateEntry(await ownLogbook(tx, context.principal.userId), asked),
  }),
}))
