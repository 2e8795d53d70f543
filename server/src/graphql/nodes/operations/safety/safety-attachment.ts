/** Files of safety reports as the safety office reads and adds them. */
import { uploadFolder } from '../../../../domain/operations/documents/paths.ts'
import { startUpload } from '../../../../services/operations/documents/uploads.ts'
import {
  type AttachmentOf,
  linkTarget,
  makeAttachmentLinks,
} from '../../../../services/operations/safety/attachment-links.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { costing } from '../../../operation/list-size.ts'
import {
  BYTES_FOR_COST,
  costOfBytes,
  DocumentLink,
  DocumentUploadInput,
  DocumentUploadPayload,
} from '../documents/document-upload.ts'

const LINK_COST = 2

export const SafetyAttachment = builder.objectRef<AttachmentOf>('SafetyAttachment').implement({
  ...needs('safety:read'),
  description: 'A file of a report. What the reporter sent is titled by us; the file itself can name its author.',
  fields: (t) => ({
    safetyAttachmentId: t.id({ resolve: ({ attachment }) => attachment.safetyAttachmentId }),
    title: t.string({ resolve: ({ attachment }) => attachment.title }),
    mediaType: t.string({ resolve: ({ attachment }) => attachment.mediaType }),
    byteSize: t.int({ resolve: ({ attachment }) => attachment.byteSize }),
    sha256: t.string({ resolve: ({ attachment }) => attachment.sha256 }),
    isOfReporter: t.boolean({
      description: 'The reporter sent it; else the safety office added it.',
      resolve: ({ attachment }) => attachment.isOfReporter,
    }),
    link: t.field({
      ...costing(() => LINK_COST, needs('safety:read')),
      follows: [],
      type: DocumentLink,
      description: 'A link to the bytes. The use of one that is in `original` is audited.',
      resolve: (of, _args, { loaders, at, principal }) =>
        loaders.loadExisting('links of attachments', linkTarget(of), (targets) =>
          makeAttachmentLinks(at, principal.credential, targets),
        ),
    }),
  }),
})

builder.mutationField('safetyUploadStart', (t) =>
  mutation(t, {
    ...costing(costOfBytes, needs('safety:write')),
    description: `First step of an attachment. Costs 1 for each ${BYTES_FOR_COST / 1024} KB.`,
    type: DocumentUploadPayload,
    args: { input: t.arg({ type: DocumentUploadInput, required: true }) },
    write: async (tx, { input }, context) => {
      const upload = await startUpload(tx, context, input, 'safety')
      return { upload: { ...upload, path: `${uploadFolder(context.principal.kind)}${upload.uploadId}` } }
    },
  }),
)
