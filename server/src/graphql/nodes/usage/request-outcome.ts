/** The four ways a request ends. */
import { builder } from '../../builder.ts'

export const RequestOutcome = builder.enumType('RequestOutcome', {
  values: ['ANSWERED', 'REFUSED', 'THROTTLED', 'FAILED'],
})
