/**
 * Loaded into the processes of the tests and the servers that they start: whoever is killed cannot end what it started,
 * so that each looks for itself whether its parent is still there.
 */
import { isMainThread } from 'node:worker_threads'

const LOOK_EVERY_MS = 1000

const parent = process.ppid

if (isMainThread) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS).unref()
}
