/**
 * How long reads stay fresh and when they are asked again: if the server was not reached, and after a short wait if too
 * much was asked at once, as by somebody who leafs through pages quickly.
 */
import { QueryClient } from '@tanstack/react-query'
import { asGraphFailure } from './failure.ts'

const FRESH_MS = 10_000
const TRIES = 2
/** The emptiest bucket has refilled by then; several reads of a page take turns until each has had its share. */
const MAX_WAIT_SECONDS = 30
const TRIES_AFTER_WAIT = 30

const isAskedAgain = (failures: number, error: unknown): boolean => {
  const { kind, waitSeconds } = asGraphFailure(error)
  if (waitSeconds !== null) return waitSeconds <= MAX_WAIT_SECONDS && failures < TRIES_AFTER_WAIT
  return kind === 'lost' && failures < TRIES
}

const waitMs = (failures: number, error: unknown): number => 1000 * (asGraphFailure(error).waitSeconds ?? 2 ** failures)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: isAskedAgain,
      retryDelay: waitMs,
      // A lost connection is shown on the page; waiting silently for the browser's "online" event would look like
      // loading.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
