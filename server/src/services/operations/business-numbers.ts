/** Gives requests, quotes, trips and visits the numbers that people call them by. */
import { businessNumber } from '../../domain/operations/business-number.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { nextNumber, numberKey } from '../../storage/tenancy/operator-profile.ts'
import type { Desk } from './desk.ts'

const LETTERS = {
  charterRequest: 'R',
  quote: 'Q',
  safetyReport: 'SR',
  serviceRequest: 'S',
  trip: 'T',
  visit: 'V',
} as const

/** As large as a number can be that both stores keep whole. */
const randomKey = ({ world }: Pick<Desk, 'world'>): number => Buffer.from(world.randomBytes(6)).readUIntBE(0, 6)

export const nextBusinessNumber = async (
  tx: TenantTx,
  desk: Pick<Desk, 'world'>,
  series: keyof typeof LETTERS,
): Promise<string> => {
  const count = await nextNumber(tx, series)
  return businessNumber(LETTERS[series], count, String(await numberKey(tx, randomKey(desk))))
}
