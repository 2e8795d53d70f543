/** Qualifications of crew members. */

import {
  MEDICAL_CLASSES,
  QUALIFICATION_KINDS,
  type Qualification as QualificationRecord,
} from '../../../domain/operations/qualification.ts'
import {
  deleteQualification,
  saveQualification,
  updateQualification,
} from '../../../services/operations/qualifications.ts'
import { endOfValidity, QUALIFICATION, qualificationsAfter } from '../../../storage/operations/crew-members.ts'
import { recordsById } from '../../../storage/records.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { warningPayload } from '../../payload.ts'
import { askedList } from '../asked-list.ts'
import { ExternalIdInput } from '../external-id.ts'
import { askedFor } from '../found-by.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { Versioned } from '../versioned.ts'

export const QualificationKind = builder.enumType('QualificationKind', { values: QUALIFICATION_KINDS })
export const MedicalClass = builder.enumType('MedicalClass', {
  values: MEDICAL_CLASSES,
  description: 'CLASS_1 covers CLASS_2, CLASS_2 covers LAPL.',
})

export const Qualification = builder.objectRef<QualificationRecord>('Qualification').implement({
  ...noScope,
  description: 'A licence, rating, medical, check or travel document of a crew member.',
  interfaces: [Versioned],
  rows: QUALIFICATION,
  fields: (t) => ({
    qualificationId: t.exposeID('qualificationId'),
    crewMemberId: t.exposeID('crewMemberId'),
    kind: t.expose('kind', { type: QualificationKind }),
    label: t.exposeString('label', { description: 'Of a TYPE_RATING without ratingCode: the type designator.' }),
    ratingCode: t.exposeString('ratingCode', { nullable: true }),
    medicalClass: t.expose('medicalClass', { type: MedicalClass, nullable: true }),
    issuingCountry: t.exposeString('issuingCountry', { nullable: true }),
    number: t.exposeString('number', { nullable: true }),
    validFrom: t.expose('validFrom', { type: 'Date' }),
    validTo: t.expose('validTo', { type: 'Date', nullable: true }),
    supersededById: t.exposeID('supersededById', {
      nullable: true,
      description: 'A later one of the same kind, rating or class. On a day, the latest that has begun counts.',
    }),
  }),
})

const QualificationInput = builder.inputType('QualificationInput', {
  fields: (t) => ({
    crewMemberId: t.id({ required: true }),
    kind: t.field({ type: QualificationKind, required: true }),
    label: t.string({ required: true }),
    ratingCode: t.string({ description: 'A code of typeRatingList, or a type designator.' }),
    medicalClass: t.field({ type: MedicalClass }),
    number: t.string(),
    issuingCountry: t.string({ description: 'ISO 3166.' }),
    validFrom: t.field({ type: 'Date', required: true }),
    validTo: t.field({ type: 'Date' }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
    supersedesId: t.id({
      description: 'The one that it replaces; where absent, the latest before of the same kind, rating or class.',
    }),
  }),
})

const QualificationUpdateInput = builder.inputType('QualificationUpdateInput', {
  fields: (t) => ({
    label: t.string(),
    ratingCode: t.string(),
    medicalClass: t.field({ type: MedicalClass }),
    number: t.string(),
    issuingCountry: t.string(),
    validFrom: t.field({ type: 'Date' }),
    validTo: t.field({ type: 'Date' }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

interface QualificationPayloadValue {
  readonly qualification: QualificationRecord | null
}

const QualificationPayload = warningPayload<QualificationPayloadValue>('QualificationPayload', (t) => ({
  qualification: t.expose('qualification', { type: Qualification, nullable: true }),
}))

builder.mutationFields((t) => ({
  qualificationSave: mutation(t, {
    ...needs('crew:write'),
    description: 'Adds a qualification; it supersedes the one before of its kind, rating or class.',
    type: QualificationPayload,
    args: {
      qualificationId: t.arg.id({ deprecationReason: 'qualificationUpdate changes one.' }),
      input: t.arg({ type: QualificationInput, required: true }),
      expectedVersion: t.arg.int(),
    },
    write: (tx, args, context) => saveQualification(tx, context, args),
  }),
  qualificationUpdate: mutation(t, {
    ...needs('crew:write'),
    description: 'Changes a qualification. What is absent stays, null clears.',
    type: QualificationPayload,
    args: {
      qualificationId: t.arg.id({ required: true }),
      input: t.arg({ type: QualificationUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => updateQualification(tx, context, args),
  }),
  qualificationDelete: mutation(t, {
    ...needs('crew:write'),
    description: 'Removes a qualification that was entered in error; answers what was removed.',
    type: QualificationPayload,
    args: {
      qualificationId: t.arg.id({ required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => deleteQualification(tx, context, args.qualificationId, args.expectedVersion),
  }),
}))

const QualificationPage = builder.objectRef<Page<QualificationRecord>>('QualificationPage').implement({
  ...needs('crew:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Qualification], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const loadQualification = ({ loaders, reader, columns }: QueryContext, qualificationId: string) =>
  loaders.load('qualification', qualificationId, (ids) =>
    recordsById(reader, QUALIFICATION, ids, columns.of(QUALIFICATION)),
  )

const QualificationFilter = builder.inputType('QualificationFilter', {
  fields: (t) => ({
    qualificationIdList: t.idList(),
    crewMemberIdList: t.idList(),
    kindList: t.field({ type: [QualificationKind] }),
    expiringBefore: t.field({ type: 'Date' }),
    isSuperseded: t.boolean(),
    externalId: t.field({ type: ExternalIdInput }),
    updatedSince: t.field({ type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  qualification: t.field({
    ...needs('crew:read'),
    description: 'One qualification.',
    type: Qualification,
    nullable: true,
    args: { qualificationId: t.arg.id({ required: true }) },
    resolve: async (_root, { qualificationId }, context) => (await loadQualification(context, qualificationId)) ?? null,
  }),
  qualificationList: t.field({
    ...needs('crew:read'),
    description: 'Qualifications by end of validity; those without an end come last.',
    type: QualificationPage,
    args: { filter: t.arg({ type: QualificationFilter }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, { reader, columns }) => {
      const asked = askedPage('qualificationList', page, ['string', 'string'], filter)
      const part = { columns: columns.of(QUALIFICATION), ...asked.range }
      const search = {
        ...askedFor(filter ?? {}, filter?.qualificationIdList, 'filter.qualificationIdList'),
        crewMemberIds: askedList(filter?.crewMemberIdList, 'filter.crewMemberIdList'),
        kinds: askedList(filter?.kindList, 'filter.kindList'),
        expiringBefore: filter?.expiringBefore ?? null,
        isSuperseded: filter?.isSuperseded ?? null,
      }
      const rows = await qualificationsAfter(reader, search, part)
      return pageOf(rows, asked, (item) => [endOfValidity(item), item.qualificationId])
    },
  }),
}))
