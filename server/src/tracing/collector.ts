/** Posts spans to the collector (OTLP over HTTP). */
import type { TracingSettings } from './tracing-settings.ts'

const TIMEOUT_MS = 10_000

/** What became of a batch. `later`: the collector is away or has too much to do, and it is worth trying again. */
export type Posted =
  | { readonly outcome: 'taken'; readonly rejected: number }
  | { readonly outcome: 'refused' | 'later'; readonly reason: string }

/** By the protocol's section "Retryable Response Codes". */
const TRY_AGAIN = new Set([429, 502, 503, 504])

/** A collector can take a batch and leave out some of its spans. */
const rejectedIn = (text: string): number => {
  try {
    return Number(JSON.parse(text)?.partialSuccess?.rejectedSpans ?? 0) || 0
  } catch {
    return 0
  }
}

const reasonOf = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? (name === 'TimeoutError' ? 'ETIMEDOUT' : name)
}

export const postSpans = async (
  { url, headers }: Pick<TracingSettings, 'url' | 'headers'>,
  body: string,
  stop?: AbortSignal,
): Promise<Posted> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      // The collector is set by its address: our spans go nowhere else.
      redirect: 'error',
      signal: stop === undefined ? timeout : AbortSignal.any([timeout, stop]),
    })
    const text = await answer.text()
    if (answer.ok) return { outcome: 'taken', rejected: rejectedIn(text) }
    return { outcome: TRY_AGAIN.has(answer.status) ? 'later' : 'refused', reason: `it answered ${answer.status}` }
  } catch (error) {
    return { outcome: 'later', reason: reasonOf(error) }
  }
}
