/** A flight that changes its aircraft takes its documents along: other keys see them then (threats row 253). */
import { DOCUMENT, lockDocumentsOfFlight } from '../../../storage/operations/documents/documents.ts'
import { changeRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

export const moveDocuments = async (tx: ViewTx, flightId: string, onAircraftId: string): Promise<void> => {
  for (const document of await lockDocumentsOfFlight(unrestricted(tx), flightId)) {
    await changeRecord(tx, DOCUMENT, document, { onAircraftId })
  }
}
