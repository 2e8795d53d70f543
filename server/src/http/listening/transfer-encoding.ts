/**
 * How a body may be sent: in one piece or chunked. A proxy in front that reads another coding differently from us would
 * see the end of a request elsewhere (RFC 9112 §6.1, §11.2; threats row 147).
 */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'

export const requirePlainTransfer = ({ headers }: IncomingMessage): void => {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return
  throw new Failure('invalid_request', 'Transfer-Encoding is chunked or absent: send the body without another coding')
}
