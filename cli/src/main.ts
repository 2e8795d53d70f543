#!/usr/bin/env node
/** Starts the command line; the first Ctrl-C asks it to end, the second ends it. */
import { runCli } from './cli.ts'
import { EXIT } from './problem.ts'
import { Terminal } from './terminal/terminal.ts'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted)
    interruption.abort(new Error(`Ended by ${signal}`))
  })
}

// A closed pipe (EPIPE) is no failure: the reader has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done)
  throw error
})

const terminal = new Terminal(process.stdout, process.stderr, process.stdin, process.env)
process.exitCode = await runCli(process.argv.slice(2), terminal, process.env, interruption.signal)
