/** Counts calls of node:crypto, to compare the work of two requests without measuring time. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Counted = 'argon2' | 'hash' | 'timingSafeEqual'

/** Runs the job and tells how many calls of each of these it made. */
export const countingCrypto = async (names: readonly Counted[], job: () => Promise<unknown>) => {
  const calls: Record<string, number> = {}
  const originals = names.map((name) => [name, crypto[name]] as const)
  for (const [name, original] of originals) {
    calls[name] = 0
    const counting = (...given: unknown[]) => {
      calls[name] = (calls[name] ?? 0) + 1
      return (original as (...given: unknown[]) => unknown)(...given)
    }
    Object.assign(crypto, { [name]: counting })
  }
  syncBuiltinESMExports()
  try {
    await job()
  } finally {
    Object.assign(crypto, Object.fromEntries(originals))
    syncBuiltinESMExports()
  }
  return calls
}
