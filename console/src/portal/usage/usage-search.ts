/** Which part of an application's use is looked at, as the address names it. */
export interface UsageSearch {
  readonly days: number
  readonly operatorId: string | null
  readonly environment: string | null
}

export const PERIODS = [7, 14, 30, 90] as const
const USUAL_DAYS = 14

export const readSearch = (text: string): UsageSearch => {
  const search = new URLSearchParams(text)
  const days = Number(search.get('days'))
  return {
    days: PERIODS.find((each) => each === days) ?? USUAL_DAYS,
    operatorId: search.get('operator'),
    environment: search.get('environment'),
  }
}

/** The address of a part; what is usual is left out. */
export const searchText = ({ days, operatorId, environment }: UsageSearch): string => {
  const search = new URLSearchParams()
  if (days !== USUAL_DAYS) search.set('days', String(days))
  if (operatorId !== null) search.set('operator', operatorId)
  if (environment !== null) search.set('environment', environment)
  return search.size === 0 ? '' : `?${search}`
}
