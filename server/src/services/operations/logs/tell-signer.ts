/** Tells who signed a journey log that it is amended: whichever application does that, the person learns of it (data §10). */
import { logAmended } from '../../../domain/notices/notice-words.ts'
import type { JourneyLog } from '../../../domain/operations/logs/journey-log.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { giveNotice, type NoticeRealm } from '../../notices/give-notice.ts'
import { authorOf, type Desk } from '../desk.ts'

export const tellSigner = async (
  tx: ViewTx,
  desk: Pick<Desk, 'principal'>,
  place: NoticeRealm,
  { journeyLogId, flightNo, revision, signature }: JourneyLog,
): Promise<void> => {
  const signer = await recordById(unrestricted(tx), CREW_MEMBER, signature?.crewMemberId ?? '')
  if (!signer?.userId) return
  const author = authorOf(desk)
  await giveNotice(place, tx, {
    kind: 'LOG_AMENDED',
    cause: `log amended ${journeyLogId}`,
    userId: signer.userId,
    madeBy: author.kind === 'USER' ? author.id : null,
    place: '/roster',
    words: logAmended({
      log: `Journey log of ${flightNo}, revision ${revision}`,
      by: desk.principal.applicationName ?? `Somebody at ${place.realm.name}`,
    }),
  })
}
