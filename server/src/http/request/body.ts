/**
 * Reads the body of requests; `form` reads fields from the bytes, `bearer` and `basic-auth` read the Authorization
 * header. Each returns a value or throws a `Failure`, whatever a client sends.
 */
import { Failure } from '../../domain/failure.ts'
import type { Exchange } from '../listening/exchange.ts'
import { discardRest } from '../listening/unread-body.ts'

const NOTHING = Buffer.alloc(0)

type Arriving = Pick<Exchange, 'req' | 'admission'>

/** Reads a request's body, keeping at most `limitBytes` of it. */
export function readBody(exchange: Arriving, limitBytes: number): Promise<Buffer> {
  const { headers } = exchange.req
  return new Promise((resolve, reject) => {
    const fail = (failure: unknown): void => {
      discardRest(exchange.req)
      reject(failure)
    }
    try {
      refuseContentEncoding(headers['content-encoding'])
      if (Number(headers['content-length']) > limitBytes) throw tooLarge(limitBytes)
      collect(exchange, limitBytes, resolve, fail)
    } catch (failure) {
      fail(failure)
    }
  })
}

/** A compressed body can be far larger than its length (RFC 9110 §15.5.16 asks for 415). */
function refuseContentEncoding(encoding: string | undefined): void {
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return
  throw new Failure('unsupported_media_type', 'Send the body as it is, without a Content-Encoding')
}

function collect(
  { req, admission }: Arriving,
  limitBytes: number,
  resolve: (body: Buffer) => void,
  reject: (failure: unknown) => void,
): void {
  if (req.destroyed) throw cutShort(undefined)
  let kept: Buffer = NOTHING
  let keptBytes = 0
  let isOver = false
  const giveUp = (failure: Failure): void => {
    if (isOver) return
    isOver = true
    req.off('data', onData)
    reject(failure)
  }
  // Every request closes; only one that is not complete is broken.
  const onBroken = (cause?: Error): void => {
    if (!isOver) giveUp(cutShort(cause))
  }
  const onData = (chunk: Buffer): void => {
    if (keptBytes + chunk.length > limitBytes) return void giveUp(tooLarge(limitBytes))
    kept = append(kept, keptBytes, chunk, limitBytes)
    keptBytes += chunk.length
    admission.bodyGrew(chunk.length)
  }
  const onEnd = (): void => {
    if (isOver) return
    isOver = true
    const body = kept.length === keptBytes ? kept : kept.subarray(0, keptBytes)
    const delayed = admission.bodyArrived()
    if (delayed === undefined) resolve(body)
    else delayed.then(() => resolve(body), reject)
  }
  admission.onDisplaced(giveUp)
  req.on('data', onData)
  req.on('end', onEnd)
  req.on('error', onBroken)
  req.on('close', onBroken)
}

/**
 * Uses one buffer that doubles instead of a list of chunks: a body sent in pieces of one byte would otherwise cost a
 * hundred times its size. The usual body is one chunk and is not copied.
 */
function append(kept: Buffer, keptBytes: number, chunk: Buffer, limitBytes: number): Buffer {
  if (keptBytes === 0) return chunk
  const neededBytes = keptBytes + chunk.length
  let room = kept
  if (neededBytes > kept.length) {
    room = Buffer.allocUnsafe(Math.min(limitBytes, Math.max(neededBytes, 2 * kept.length)))
    kept.copy(room, 0, 0, keptBytes)
  }
  chunk.copy(room, keptBytes)
  return room
}

function tooLarge(limitBytes: number): Failure {
  return new Failure('payload_too_large', `The body is larger than the ${limitBytes} bytes accepted here`)
}

function cutShort(cause: Error | undefined): Failure {
  return new Failure('invalid_request', 'The connection ended before the body was complete', { cause })
}
