/** Travel documents of people. */
import {
  TRAVEL_DOCUMENT_TYPES,
  type TravelDocument as TravelDocumentRecord,
  UNSPECIFIED,
} from '../../../../domain/operations/travel-document.ts'
import {
  createTravelDocument,
  deleteTravelDocument,
  updateTravelDocument,
} from '../../../../services/operations/passengers/travel-documents.ts'
import { TRAVEL_DOCUMENT, travelDocumentsAfter } from '../../../../storage/operations/travel-documents.ts'
import { recordsById } from '../../../../storage/records.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutate } from '../../../mutation.ts'
import { warningPayload } from '../../../payload.ts'
import { askedList } from '../../asked-list.ts'
import { askedExternalId, ExternalIdInput } from '../../external-id.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../../page.ts'
import { Versioned } from '../../versioned.ts'
import { Sex } from '../crew-member.ts'

const TravelDocumentType = builder.enumType('TravelDocumentType', { values: TRAVEL_DOCUMENT_TYPES })

const UNTOLD = `${UNSPECIFIED} where nobody told it before documents were records.`

export const TravelDocument = builder.objectRef<TravelDocumentRecord>('TravelDocument').implement({
  ...needs('passenger:read'),
  description: 'A passport, identity card, visa or residence permit of a person. Several per person.',
  interfaces: [Versioned],
  rows: TRAVEL_DOCUMENT,
  fields: (t) => ({
    travelDocumentId: t.exposeID('travelDocumentId'),
    contactId: t.exposeID('contactId'),
    type: t.expose('type', { type: TravelDocumentType }),
    issuingCountry: t.string({
      columns: ['issuingCountry'],
      description: UNTOLD,
      resolve: ({ issuingCountry }) => issuingCountry ?? UNSPECIFIED,
    }),
    number: t.string({
      columns: ['number'],
      description: 'Empty where nobody told it before documents were records.',
      resolve: ({ number }) => number ?? '',
    }),
    validFrom: t.expose('validFrom', { type: 'Date', nullable: true }),
    expiry: t.expose('expiry', { type: 'Date', nullable: true }),
    givenNames: t.exposeString('givenNames', { description: 'As written in the document.' }),
    surname: t.exposeString('surname', { description: 'As written in the document.' }),
    sex: t.expose('sex', { type: Sex, nullable: true }),
    dateOfBirth: t.expose('dateOfBirth', { type: 'Date', nullable: true }),
    placeOfBirth: t.exposeString('placeOfBirth', { nullable: true }),
    nationality: t.string({
      columns: ['nationality'],
      description: UNTOLD,
      resolve: ({ nationality }) => nationality ?? UNSPECIFIED,
    }),
  }),
})

const loadTravelDocument = ({ loaders, reader, columns }: QueryContext, travelDocumentId: string) =>
  loaders.load('travel document', travelDocumentId, (ids) =>
    recordsById(reader, TRAVEL_DOCUMENT, ids, columns.of(TRAVEL_DOCUMENT)),
  )

const TravelDocumentPage = builder.objectRef<Page<TravelDocumentRecord>>('TravelDocumentPage').implement({
  ...needs('passenger:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [TravelDocument], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const TravelDocumentFilter = builder.inputType('TravelDocumentFilter', {
  fields: (t) => ({
    travelDocumentIdList: t.idList(),
    contactIdList: t.idList(),
    flightId: t.id(),
    expiringBefore: t.field({ type: 'Date' }),
    externalId: t.field({ type: ExternalIdInput }),
    updatedSince: t.field({ type: 'DateTime' }),
  }),
})

const searchOf = (filter: typeof TravelDocumentFilter.$inferInput) => ({
  travelDocumentIds: askedList(filter.travelDocumentIdList, 'filter.travelDocumentIdList'),
  contactIds: askedList(filter.contactIdList, 'filter.contactIdList'),
  flightId: filter.flightId ?? null,
  expiringBefore: filter.expiringBefore ?? null,
  externalId: askedExternalId(filter.externalId),
  updatedSince: filter.updatedSince ?? null,
})

builder.queryFields((t) => ({
  travelDocument: t.field({
    ...needs('passenger:read'),
    description: 'One travel document.',
    type: TravelDocument,
    nullable: true,
    args: { travelDocumentId: t.arg.id({ required: true }) },
    resolve: async (_root, { travelDocumentId }, context) =>
      (await loadTravelDocument(context, travelDocumentId)) ?? null,
  }),
  travelDocumentList: t.field({
    ...needs('passenger:read'),
    description: 'Travel documents in the order they were made.',
    type: TravelDocumentPage,
    args: { filter: t.arg({ type: TravelDocumentFilter, required: true }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, { reader, columns }) => {
      const asked = askedPage('travelDocumentList', page, ['number', 'string'], filter)
      const part = { columns: columns.of(TRAVEL_DOCUMENT), ...asked.range }
      const rows = await travelDocumentsAfter(reader, searchOf(filter), part)
      return pageOf(rows, asked, ({ createdAt, travelDocumentId }) => [createdAt, travelDocumentId])
    },
  }),
}))

const COUNTRY = 'ISO 3166 alpha-2.'
const NATIONALITY = 'ISO 3166 alpha-2, or XXA, XXB, XXC.'

export const TravelDocumentInput = builder.inputType('TravelDocumentInput', {
  fields: (t) => ({
    type: t.field({ type: TravelDocumentType, required: true }),
    issuingCountry: t.string({ required: true, description: COUNTRY }),
    number: t.string({ required: true }),
    validFrom: t.field({ type: 'Date' }),
    expiry: t.field({ type: 'Date' }),
    givenNames: t.string({ required: true }),
    surname: t.string({ required: true }),
    sex: t.field({ type: Sex }),
    dateOfBirth: t.field({ type: 'Date', description: 'From 1900 to today.' }),
    placeOfBirth: t.string(),
    nationality: t.string({ required: true, description: NATIONALITY }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const TravelDocumentUpdateInput = builder.inputType('TravelDocumentUpdateInput', {
  description: 'What is absent stays, null clears.',
  fields: (t) => ({
    type: t.field({ type: TravelDocumentType }),
    issuingCountry: t.string({ description: COUNTRY }),
    number: t.string(),
    validFrom: t.field({ type: 'Date' }),
    expiry: t.field({ type: 'Date' }),
    givenNames: t.string(),
    surname: t.string(),
    sex: t.field({ type: Sex }),
    dateOfBirth: t.field({ type: 'Date', description: 'From 1900 to today.' }),
    placeOfBirth: t.string(),
    nationality: t.string({ description: NATIONALITY }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

interface TravelDocumentPayloadValue {
  readonly travelDocument: TravelDocumentRecord | null
}

const TravelDocumentPayload = warningPayload<TravelDocumentPayloadValue>('TravelDocumentPayload', (t) => ({
  travelDocument: t.expose('travelDocument', { type: TravelDocument, nullable: true }),
}))

const NOTHING = { travelDocument: null, warningList: [] } as const

builder.mutationFields((t) => ({
  travelDocumentCreate: t.field({
    ...needs('passenger:write'),
    description: 'Adds a travel document to a person.',
    type: TravelDocumentPayload,
    args: {
      contactId: t.arg.id({ required: true }),
      input: t.arg({ type: TravelDocumentInput, required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate(
        context,
        { name: 'travelDocumentCreate', args, idempotencyKey: args.idempotencyKey },
        NOTHING,
        (tx, args) => createTravelDocument(tx, context, args.contactId, args.input),
      ),
  }),
  travelDocumentUpdate: t.field({
    ...needs('passenger:write'),
    description: 'Changes a travel document.',
    type: TravelDocumentPayload,
    args: {
      travelDocumentId: t.arg.id({ required: true }),
      input: t.arg({ type: TravelDocumentUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate(
        context,
        { name: 'travelDocumentUpdate', args, idempotencyKey: args.idempotencyKey },
        NOTHING,
        (tx, args) => updateTravelDocument(tx, context, args),
      ),
  }),
  travelDocumentDelete: t.field({
    ...needs('passenger:write'),
    description: 'Deletes a travel document; returns what was removed if the principal may read it.',
    type: TravelDocumentPayload,
    args: {
      travelDocumentId: t.arg.id({ required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate(
        context,
        { name: 'travelDocumentDelete', args, idempotencyKey: args.idempotencyKey },
        NOTHING,
        (tx, args) => deleteTravelDocument(tx, args.travelDocumentId, args.expectedVersion),
      ),
  }),
}))
