/** To another document. What this one sends is answered first: leaving would end it on its way. */
import type { QueryClient } from '@tanstack/react-query'

const everythingAnswered = (queries: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queries.isMutating() > 0) return
      stop()
      resolve()
    }
    const stop = queries.getMutationCache().subscribe(look)
    look()
  })

export const leaveFor = async (address: string, queries: QueryClient): Promise<void> => {
  await everythingAnswered(queries)
  location.assign(address)
}
