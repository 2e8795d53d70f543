/**
 * Loaded into the processes of the tests before node:test, which follows every promise so that an error outside of a
 * test's own promise is told under the test's name. Requests make promises by the thousand. It goes on following
 * timers, sockets and what else Node calls back; what it cannot place fails the file instead of the test.
 */
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const { createHook } = asyncHooks

Object.assign(asyncHooks, {
  createHook: (callbacks: Parameters<typeof createHook>[0]) => createHook({ ...callbacks, trackPromises: false }),
})
syncBuiltinESMExports()
