/** What a flight should carry against what is there. */
import type {
  Briefing as BriefingValue,
  OpenAcknowledgement as OpenAcknowledgementValue,
} from '../../../../domain/operations/documents/briefing.ts'
import { DOCUMENT_KIND } from '../../../../domain/operations/documents/document.ts'
import { briefing } from '../../../../services/operations/documents/briefing.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { searches, usually } from '../../../operation/list-size.ts'
import { enumOf } from '../../records/record-enum.ts'
import { Document } from './document.ts'

const DocumentKind = enumOf(DOCUMENT_KIND)

/** Documents of three places, and who has read which. */
const COST_OF_BRIEFING = 40

const READ = needs('document:read', 'flight:read')

const OpenAcknowledgement = builder.objectRef<OpenAcknowledgementValue>('OpenAcknowledgement').implement({
  ...READ,
  description: 'A document whose current revision one of the crew has not acknowledged.',
  fields: (t) => ({
    documentId: t.exposeID('documentId'),
    crewMemberId: t.exposeID('crewMemberId', needs('crew:read')),
  }),
})

export const Briefing = builder.objectRef<BriefingValue>('Briefing').implement({
  ...READ,
  description: 'What a flight should carry against what is there: made by asking, not stored.',
  fields: (t) => ({
    flightId: t.exposeID('flightId'),
    documentList: t.field({
      ...usually(12),
      type: [Document],
      description:
        'Valid on the day of the flight: its own, then those of its aircraft, then those for crew that are of nothing in particular; at most 100 of each, the newest first.',
      resolve: ({ documentList }) => [...documentList],
    }),
    requiredKindList: t.field({
      ...usually(4),
      type: [DocumentKind],
      description:
        'By requiredDocumentList of the operator’s settings; without kinds that name passengers where you do not see those.',
      resolve: ({ requiredKindList }) => [...requiredKindList],
    }),
    missingKindList: t.field({
      ...usually(1),
      type: [DocumentKind],
      resolve: ({ missingKindList }) => [...missingKindList],
    }),
    isComplete: t.boolean({
      description: 'Nothing required is missing.',
      resolve: ({ missingKindList }) => missingKindList.length === 0,
    }),
    openAcknowledgementList: t.field({
      ...usually(10),
      type: [OpenAcknowledgement],
      description: 'Current revisions for crew that this crew has not acknowledged.',
      resolve: ({ openAcknowledgementList }) => [...openAcknowledgementList],
    }),
  }),
})

builder.queryField('briefing', (t) =>
  t.field({
    ...searches({ cost: COST_OF_BRIEFING, args: ['flightId'] }, READ),
    description: 'The briefing of one flight.',
    type: Briefing,
    nullable: true,
    args: { flightId: t.arg.id({ required: true }) },
    resolve: (_root, { flightId }, { reader }) => briefing(reader, flightId),
  }),
)
