/** Lists of a filter, without duplicates, and of a mutation: limited in length. */
import { userError } from '../../domain/user-error.ts'
import { badInput } from './page.ts'

export const MAX_VALUES = 500

export const askedList = <T extends string>(list: readonly T[] | null | undefined, name: string): T[] | null => {
  if (list === null || list === undefined) return null
  const distinct = [...new Set(list)]
  if (distinct.length > MAX_VALUES) throw badInput(`${name} holds at most ${MAX_VALUES} values.`)
  return distinct
}

/** Refuses a list of a mutation that is longer than what it can be about. */
export const refuseLonger = (list: readonly unknown[], most: number, name: string): void => {
  if (list.length <= most) return
  throw userError('VALIDATION', `${name} holds at most ${most} entries, not ${list.length}`, [name])
}
