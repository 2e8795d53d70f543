/** Who hears of a step: a marketplace by itself, whoever asked directly from us. */

import type { Consequence } from '../parts/step-dialog.tsx'
import { partyName } from '../text/party-name.ts'
import type { Request } from './queries.ts'

export const tells = ({ createdBy, buyer }: Request): Consequence => ({
  icon: 'mail',
  says: createdBy?.applicationName
    ? `${createdBy.applicationName} sees it at once`
    : `Tell ${partyName(buyer)} yourself: the request came without an application`,
})
