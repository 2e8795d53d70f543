/**
 * The body of a request as it arrives, piece by piece, for as long as a file may take: Node's limit for a whole request
 * is for bodies of kilobytes. A sender that stops for a while, or takes too long in all, is given up (threats row 247).
 */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import type { Exchange } from '../listening/exchange.ts'
import { longArrivals } from '../listening/long-arrivals.ts'
import { discardRest } from '../listening/unread-body.ts'
import { cutShort } from './body.ts'

export interface ArrivalLimits {
  /** Between two pieces. */
  readonly idleMs: number
  readonly totalMs: number
}

const tooSlow = (message: string): Failure =>
  new Failure('request_timeout', `${message}: nothing was kept, begin a new upload`)

/** Waits for a promise, but not longer than a time. */
const within = async <T>(ms: number, promise: Promise<T>, message: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow(message)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export async function* arrivingFile(
  { req, admission }: Pick<Exchange, 'req' | 'admission'>,
  { idleMs, totalMs }: ArrivalLimits,
): AsyncGenerator<Buffer> {
  longArrivals.add(req.socket)
  const endsAt = performance.now() + totalMs
  const displaced = Promise.withResolvers<never>()
  displaced.promise.catch(() => {})
  admission.onDisplaced({ giveUp: (failure) => displaced.reject(failure) })
  const pieces = req.iterator({ destroyOnReturn: false })
  while (true) {
    const left = endsAt - performance.now()
    if (left <= 0) throw tooSlow(`The file took longer than ${totalMs / 1000} seconds`)
    const isLast = left < idleMs
    const message = isLast
      ? `The file took longer than ${totalMs / 1000} seconds`
      : `No byte of the file came for ${idleMs / 1000} seconds`
    const next = pieces.next().catch((cause: Error) => {
      throw cutShort(cause)
    })
    const { done, value } = await within(Math.min(idleMs, left), Promise.race([next, displaced.promise]), message)
    if (done) break
    yield value as Buffer
  }
  longArrivals.delete(req.socket)
  await admission.bodyArrived()
}

/**
 * After a refusal: what still comes is dropped, and for no longer than any other body may take. Whoever read the file
 * may still listen for more, which would keep the rest from flowing.
 */
export const dropFile = (req: IncomingMessage, ms: number): void => {
  req.removeAllListeners('readable')
  process.nextTick(() => {
    discardRest(req)
    req.resume()
  })
  const timer = setTimeout(() => {
    if (!req.complete) req.destroy()
  }, ms)
  timer.unref()
}
