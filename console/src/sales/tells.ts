/** Who hears of a step: a marketplace by itself, whoever asked directly from us. */
import type { Request } from './queries.ts'
import { buyerName } from './request-words.ts'
import type { Consequence } from './step-dialog.tsx'

export const tells = ({ createdBy, buyer }: Request): Consequence => ({
  icon: 'mail',
  says: createdBy?.applicationName
    ? `${createdBy.applicationName} sees it at once`
    : `Tell ${buyerName(buyer)} yourself: the request came without an application`,
})
