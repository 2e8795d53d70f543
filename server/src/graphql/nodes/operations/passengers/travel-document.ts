/** Travel documents of people. */
import { travelDocuments } from '../../../../services/operations/passengers/travel-documents.ts'
import { TRAVEL_DOCUMENT } from '../../../../storage/operations/passengers/travel-documents.ts'
import { recordNodes } from '../../records/record-nodes.ts'

export const { Node: TravelDocument, Input: TravelDocumentInput } = recordNodes(TRAVEL_DOCUMENT, travelDocuments)
