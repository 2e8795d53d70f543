/** Travel documents of people. */
import type { TravelDocument as TravelDocumentRecord } from '../../../../domain/operations/passengers/travel-document.ts'
import { holdsAll, scopeSet } from '../../../../domain/scopes.ts'
import { useDocument } from '../../../../services/operations/passengers/renewed-documents.ts'
import { travelDocuments } from '../../../../services/operations/passengers/travel-documents.ts'
import { TRAVEL_DOCUMENT } from '../../../../storage/operations/passengers/travel-documents.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { warningPayload } from '../../../payload.ts'
import { recordNodes } from '../../records/record-nodes.ts'

/** Ids of flights are for those who may read flights. */
const FLIGHT_READ = scopeSet(['flight:read'])
/** Which documents are older is for those who may read them (threats row 457). */
const BOTH_READ = scopeSet(['flight:read', 'passenger:read'])

const seenIds = (ids: readonly string[] | undefined, { principal }: QueryContext, needed = FLIGHT_READ): string[] =>
  holdsAll(principal.scopes, needed) ? [...(ids ?? [])] : []

export const { Node: TravelDocument, Input: TravelDocumentInput } = recordNodes(TRAVEL_DOCUMENT, travelDocuments, {
  payload: (t) => ({
    laterFlightIdList: t.idList({
      description:
        'Flights still to be flown for which an older document of this type is chosen: travelDocumentUse moves them to this one. Empty without flight:read and passenger:read.',
      resolve: ({ laterFlightIdList }, _args, context) => seenIds(laterFlightIdList, context, BOTH_READ),
    }),
  }),
})

interface DocumentUseValue {
  readonly travelDocument: TravelDocumentRecord | null
  readonly flightIdList: readonly string[]
}

const TravelDocumentUsePayload = warningPayload<DocumentUseValue>('TravelDocumentUsePayload', (t) => ({
  travelDocument: t.expose('travelDocument', { type: TravelDocument, nullable: true }),
  flightIdList: t.idList({
    description: 'The flights that were moved; empty without flight:read.',
    resolve: ({ flightIdList }, _args, context) => seenIds(flightIdList, context),
  }),
}))

builder.mutationField('travelDocumentUse', (t) =>
  mutation(t, {
    ...needs('passenger:write'),
    description:
      'Chooses a document for all flights of its person that are still to be flown and have an older one of its type, or the one that insteadOf names: a passport was renewed. At most 200 flights a call.',
    type: TravelDocumentUsePayload,
    args: {
      travelDocumentId: t.arg.id({ required: true }),
      insteadOf: t.arg.id({ description: 'Another document of the same person.' }),
    },
    write: (tx, args) => useDocument(tx, args),
  }),
)
