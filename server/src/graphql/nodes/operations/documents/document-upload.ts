/** Where the bytes of documents go, and where they are fetched. */
import { DOCUMENT_LINK_SECONDS, LINK_COST, MAX_DOCUMENT_BYTES, UPLOAD_SECONDS } from '../../../../domain/limits.ts'
import { uploadFolder } from '../../../../domain/operations/documents/paths.ts'
import { type MadeLink, makeLink } from '../../../../services/operations/documents/links.ts'
import { startUpload, type Upload } from '../../../../services/operations/documents/uploads.ts'
import { needs, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { costing, priced } from '../../../operation/list-size.ts'
import { warningPayload } from '../../../payload.ts'

export const DocumentUploadInput = builder.inputType('DocumentUploadInput', {
  fields: (t) => ({
    mediaType: t.string({
      required: true,
      description:
        'application/pdf, image/png, image/jpeg, image/tiff, text/plain, text/csv or application/json; the bytes are checked.',
    }),
    byteSize: t.int({ required: true, description: `From 1 to ${MAX_DOCUMENT_BYTES}.` }),
    sha256: t.string({ required: true, description: '64 hexadecimal digits, in lower case.' }),
  }),
})

export interface UploadAt extends Upload {
  readonly path: string
}

const DocumentUpload = builder.objectRef<UploadAt>('DocumentUpload').implement({
  ...noScope,
  description: `Where the bytes go: PUT to path with the same token, once, within ${UPLOAD_SECONDS / 60} minutes. A PUT without bytes ends the upload.`,
  fields: (t) => ({
    uploadId: t.exposeID('uploadId'),
    path: t.exposeString('path'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
})

export const DocumentUploadPayload = warningPayload<{ readonly upload: UploadAt | null }>(
  'DocumentUploadPayload',
  (t) => ({
    upload: t.expose('upload', { type: DocumentUpload, nullable: true }),
  }),
)

/** What taking and checking the bytes costs the server, paid when they are announced (threats row 97): JSON most. */
export const BYTES_FOR_COST = 3 * 1024

export const costOfBytes = ({ input }: Readonly<Record<string, unknown>>): number => {
  const { byteSize } = (input ?? {}) as { readonly byteSize?: unknown }
  return typeof byteSize === 'number'
    ? Math.floor(Math.max(0, Math.min(byteSize, MAX_DOCUMENT_BYTES)) / BYTES_FOR_COST)
    : 0
}

builder.mutationField('documentUploadStart', (t) =>
  mutation(t, {
    ...costing(costOfBytes, needs('document:write')),
    description: `First step: says size and SHA-256, answers where the bytes go. Costs 1 for each ${BYTES_FOR_COST / 1024} KB.`,
    type: DocumentUploadPayload,
    args: { input: t.arg({ type: DocumentUploadInput, required: true }) },
    write: async (tx, { input }, context) => {
      const upload = await startUpload(tx, context, input, 'document')
      return { upload: { ...upload, path: `${uploadFolder(context.principal.kind)}${upload.uploadId}` } }
    },
  }),
)

export const DocumentLink = builder.objectRef<MadeLink>('DocumentLink').implement({
  ...noScope,
  description: `GET path within ${DOCUMENT_LINK_SECONDS / 60} minutes, Range allowed; ends with the token, grant or scope that asked for it. One of the console works in the browser that asked for it.`,
  fields: (t) => ({
    path: t.exposeString('path'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    sha256: t.exposeString('sha256'),
  }),
})

builder.queryField('documentLink', (t) =>
  t.field({
    ...priced(LINK_COST, needs('document:read')),
    description: 'A link to the bytes; the current revision where absent.',
    type: DocumentLink,
    nullable: true,
    args: { documentId: t.arg.id({ required: true }), revision: t.arg.int() },
    resolve: (_root, { documentId, revision }, { at, reader, principal }) =>
      makeLink(at, reader, { credential: principal.credential, documentId, revision: revision ?? null }),
  }),
)
