/**
 * A thread that takes every message of webhooks and tells how old its change was when its first bytes were there. It
 * reads no more of HTTP than that takes: what a receiver does with a message is not what is measured, and it shares two
 * processors with the server.
 */
import { type AddressInfo, createServer } from 'node:net'
import { parentPort } from 'node:worker_threads'

const END_OF_HEAD = '\r\n\r\n'
const LENGTH = /^content-length: (\d+)\r$/im
const TIMESTAMP = /"timestamp":"([^"]+)"/
const TAKEN = 'HTTP/1.1 204 No Content\r\n\r\n'

const server = createServer((socket) => {
  let text = ''
  let since = 0
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    if (text === '') since = Date.now()
    text += chunk
    for (;;) {
      const head = text.indexOf(END_OF_HEAD)
      if (head === -1) return
      const end = head + END_OF_HEAD.length + Number(LENGTH.exec(text.slice(0, head + 1))?.[1])
      if (text.length < end) return
      delays.push(since - Date.parse(TIMESTAMP.exec(text.slice(head, end))?.[1] ?? ''))
      text = text.slice(end)
      socket.write(TAKEN)
    }
  })
  socket.on('error', () => socket.destroy())
})

let delays: number[] = []

/** Whoever asks gets those since it asked last. */
parentPort?.on('message', () => {
  parentPort?.postMessage({ delays })
  delays = []
})

server.listen(0, '127.0.0.1', () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port }))
