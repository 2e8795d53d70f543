/** Sends raw bytes that no well-behaved client would send, and reads the response until the server closes. */
import { connect } from 'node:net'

export const sendRaw = (port: number, text: string | Uint8Array): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.end(text)
  })

/** A request with exactly these lines, the last one of the head included, and a connection that ends with it. */
export const sendLines = (port: number, lines: readonly string[], body = ''): Promise<string> =>
  sendRaw(port, `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)

export const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
