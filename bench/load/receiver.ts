/** A thread that takes every message of webhooks and tells how old its change was when its first bytes were there. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

const server = createServer(async (req, res) => {
  const at = Date.now()
  const { timestamp } = JSON.parse(Buffer.concat(await req.toArray()).toString()) as { timestamp: string }
  delays.push(at - Date.parse(timestamp))
  res.end('ok')
})

let delays: number[] = []

/** Whoever asks gets those since it asked last. */
parentPort?.on('message', () => {
  parentPort?.postMessage({ delays })
  delays = []
})

server.listen(0, '127.0.0.1', () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port }))
