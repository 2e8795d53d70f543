#!/usr/bin/env node
/** Starts the command line; Ctrl-C asks it to end, a second one ends it. */
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

// The reader of a pipe may have had enough: that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done)
  throw error
})

const terminal = new Terminal(process.stdout, process.stderr, process.stdin, process.env)
process.exitCode = await runCli(process.argv.slice(2), terminal, process.env, interruption.signal)
