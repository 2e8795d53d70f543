/** Documents with their revisions and who acknowledged them. */
import type { Document as DocumentRecord } from '../../../../domain/operations/documents/document.ts'
import { retentionOf } from '../../../../domain/operations/documents/document-retention.ts'
import { acknowledge } from '../../../../services/operations/documents/acknowledge.ts'
import { documents, reviseDocument } from '../../../../services/operations/documents/documents.ts'
import {
  type Acknowledgement as AcknowledgementValue,
  acknowledgementsOf,
  DOCUMENT,
  documentsOfRequests,
  type Revision,
  revisionsOf,
} from '../../../../storage/operations/documents/documents.ts'
import type { ConfirmationRow } from '../../../../storage/operations/logs/confirmations.ts'
import { needs, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { warningPayload } from '../../../payload.ts'
import { Actor } from '../../actor.ts'
import { isOutsider } from '../../records/inside.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'
import { shownAuthor } from '../../versioned.ts'
import { ServiceRequest } from '../handling/service-request.ts'
import { Confirmation } from '../logs/confirmation-type.ts'

const DocumentRevision = builder.objectRef<Revision>('DocumentRevision').implement({
  ...noScope,
  fields: (t) => ({
    revision: t.exposeInt('revision'),
    mediaType: t.exposeString('mediaType'),
    byteSize: t.exposeInt('byteSize'),
    sha256: t.exposeString('sha256'),
    changeNote: t.exposeString('changeNote', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdBy: t.field({
      follows: [],
      type: Actor,
      nullable: true,
      resolve: ({ createdBy }, _args, context) => shownAuthor(createdBy, context),
    }),
  }),
})

const Acknowledgement = builder.objectRef<AcknowledgementValue>('Acknowledgement').implement({
  ...noScope,
  description: 'Who has read which revision, and when.',
  fields: (t) => ({
    crewMemberId: t.exposeID('crewMemberId', { nullable: true }),
    userId: t.exposeID('userId', { nullable: true }),
    revision: t.exposeInt('revision'),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

export const { Node: Document, Payload: DocumentPayload } = recordNodes(DOCUMENT, documents, {
  inputs: {
    uploadId: {
      type: 'ID',
      required: true,
      description: 'Of documentUploadStart, once its bytes have arrived.',
    },
  },
  fields: (t) => ({
    retention: t.field({
      columns: ['kind', 'isPassengerData', 'retention'],
      type: typeOf(DOCUMENT, 'retention'),
      resolve: retentionOf,
    }),
    revisionList: t.field({
      ...usually(2),
      columns: ['documentId'],
      follows: [],
      description: 'All of them, the newest first.',
      type: [DocumentRevision],
      resolve: ({ documentId }, _args, { loaders, reader }) =>
        loaders.loadList('document revisions', documentId, (ids) => revisionsOf(reader, ids)),
    }),
    acknowledgementList: t.field({
      ...usually(3),
      columns: ['documentId'],
      follows: [],
      description: 'Of every revision, those of the newest first; the operator’s own to see.',
      type: [Acknowledgement],
      resolve: ({ documentId }, _args, context) =>
        isOutsider(context)
          ? []
          : context.loaders.loadList('document acknowledgements', documentId, (ids) =>
              acknowledgementsOf(context.reader, ids),
            ),
    }),
  }),
})

builder.objectField(ServiceRequest, 'documentList', (t) =>
  t.field({
    ...needs('document:read'),
    ...usually(2),
    columns: ['serviceRequestId'],
    type: [Document],
    description: 'In the order they were made; a provider sees those that are for PROVIDER.',
    resolve: ({ serviceRequestId }, _args, { loaders, reader, columns }) =>
      loaders.loadList('documents of requests', serviceRequestId, (ids) =>
        documentsOfRequests(reader, ids, columns.of(DOCUMENT)),
      ),
  }),
)

builder.mutationField('documentRevise', (t) =>
  mutation(t, {
    ...needs('document:write'),
    description: 'Adds a revision; acknowledgements start anew.',
    type: DocumentPayload,
    args: {
      documentId: t.arg.id({ required: true }),
      uploadId: t.arg.id({ required: true }),
      changeNote: t.arg.string({ description: 'What is new, in at most 500 characters.' }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: async (tx, { changeNote = null, ...asked }, context) => ({
      document: await reviseDocument(tx, context, { ...asked, changeNote }),
    }),
  }),
)

interface ConfirmationDone {
  readonly confirmation?: ConfirmationRow | null
  readonly documentList?: readonly DocumentRecord[] | null
}

export const ConfirmationPayload = warningPayload<ConfirmationDone>('ConfirmationPayload', (t) => ({
  confirmation: t.field({
    type: Confirmation,
    nullable: true,
    resolve: ({ confirmation }) => confirmation ?? null,
  }),
  documentList: t.field({
    ...usually(2),
    type: [Document],
    description: 'What was acknowledged.',
    resolve: ({ documentList }) => [...(documentList ?? [])],
  }),
}))

builder.mutationField('documentAcknowledge', (t) =>
  mutation(t, {
    ...needs('document:read'),
    description:
      'A person has read the current revisions: who is signed in, or whoever confirmed it (DOCUMENT_ACKNOWLEDGE) for the application. Nobody acknowledges for another.',
    type: ConfirmationPayload,
    args: {
      documentIdList: t.arg.idList({ required: true }),
      confirmationId: t.arg.id({ description: 'Of DOCUMENT_ACKNOWLEDGE, for exactly these documents.' }),
    },
    write: async (tx, asked, context) => ({ documentList: await acknowledge(tx, context, asked) }),
  }),
)
