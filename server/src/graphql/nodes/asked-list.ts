/** Lists in a filter: without duplicates, and limited in length for the statement. */
import { badInput } from './page.ts'

const MAX_VALUES = 500

export const askedList = <T extends string>(list: readonly T[] | null | undefined, name: string): T[] | null => {
  if (list === null || list === undefined) return null
  const distinct = [...new Set(list)]
  if (distinct.length > MAX_VALUES) throw badInput(`${name} holds at most ${MAX_VALUES} values.`)
  return distinct
}
