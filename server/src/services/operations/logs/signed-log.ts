/** Closing a flight asks for its signed journey log, where the operator's rules say so. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { userError } from '../../../domain/user-error.ts'
import { lockLatestLogOf } from '../../../storage/operations/logs/journey-logs.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { rulesOf } from '../risk/rules.ts'

/** The flight is locked. */
export const requireSignedLog = async (tx: ViewTx, { flightId }: Flight, path: readonly string[]): Promise<void> => {
  const { closeNeedsSignedLog } = await rulesOf(tx)
  if (!closeNeedsSignedLog || (await lockLatestLogOf(unrestricted(tx), flightId))?.status === 'SIGNED') return
  const message = 'This operator closes a flight with its signed journey log: the commander signs it by journeyLogSign'
  throw userError('CONFIRMATION_NEEDED', message, path)
}
