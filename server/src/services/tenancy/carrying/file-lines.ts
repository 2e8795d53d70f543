/** The lines of a compressed file that anybody may have made: neither a long line nor a small file that unpacks to a huge one takes memory. */
import { createGunzip } from 'node:zlib'
import { Failure } from '../../../domain/failure.ts'
import { MAX_LINE_BYTES } from '../../../domain/tenancy/operator-file.ts'

/** Lines of records are packed ten to thirty times smaller; one line over and over, two hundred times and more. */
const MAX_RATIO = 100
const MAX_UNPACKED_FREELY = 32_000_000

const LINE_END = 0x0a

/** Bytes as they lie in the file, from its beginning. */
export type FileBytes = () => AsyncIterable<Uint8Array>

const damaged = (cause: unknown): Failure =>
  new Failure(
    'invalid_request',
    'The file is damaged or incomplete, or no file of "operator export": it cannot be unpacked',
    {
      cause,
    },
  )

async function* unpacked(bytes: FileBytes): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  let packedBytes = 0
  let unpackedBytes = 0
  const feed = async (): Promise<void> => {
    for await (const chunk of bytes()) {
      packedBytes += chunk.length
      if (gunzip.destroyed) return
      if (!gunzip.write(chunk))
        await new Promise<void>((resolve) => gunzip.once('drain', resolve).once('close', resolve))
    }
    gunzip.end()
  }
  feed().catch((error) => gunzip.destroy(error))
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length
      if (unpackedBytes > MAX_UNPACKED_FREELY + MAX_RATIO * packedBytes) {
        throw new Failure(
          'invalid_request',
          'The file unpacks to far more than an operator’s data would: it is not read any further',
        )
      }
      yield chunk
    }
  } catch (error) {
    throw error instanceof Failure ? error : damaged(error)
  } finally {
    gunzip.destroy()
  }
}

const tooLong = (line: number): Failure =>
  new Failure('invalid_request', `Line ${line} of the file has more than ${MAX_LINE_BYTES / 1_000_000} MB`)

export async function* fileLines(bytes: FileBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let parts: Buffer[] = []
  let length = 0
  let line = 1
  const textOf = (): string => {
    try {
      return decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts))
    } catch (cause) {
      throw new Failure('invalid_request', `Line ${line} of the file is not UTF-8`, { cause })
    }
  }
  for await (const chunk of unpacked(bytes)) {
    let from = 0
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
      parts.push(chunk.subarray(from, at))
      if (length + at - from > MAX_LINE_BYTES) throw tooLong(line)
      yield textOf()
      parts = []
      length = 0
      line++
      from = at + 1
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE_BYTES) throw tooLong(line)
  }
  if (length > 0) yield textOf()
}
