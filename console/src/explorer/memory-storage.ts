/** In place of the browser's store: GraphiQL would keep queries and answers there, and answers are the operator's data. */
import type { GraphiQLProvider } from '@graphiql/react'
import type { ComponentProps } from 'react'

type Storage = NonNullable<ComponentProps<typeof GraphiQLProvider>['storage']>

export const memoryStorage = (): Storage => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    get length() {
      return kept.size
    },
  }
}
