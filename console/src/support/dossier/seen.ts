/** What a member of staff decides on: the application as it stood when they looked. */
import type { Dossier } from './queries.ts'

export const seenOf = ({ clientId, transitionList }: Dossier) => ({
  clientId,
  seenPosition: transitionList.at(-1)?.position ?? 0,
})
