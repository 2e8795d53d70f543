#!/usr/bin/env node
/** The program: `airside-server <command>`. */
import { constants, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { disallowCodeGeneration } from './starting/code-generation.ts'

disallowCodeGeneration()

// Libraries check more in development: graphql compares the realm of every value, which takes a twentieth of the time
// that a new document takes.
process.env.NODE_ENV ??= 'production'

// By default the heap grows to four times what is in use before it is collected: 330 MB under load, where 245 are
// enough.
setFlagsFromString('--heap-growing-percent=50')

// Caches compiled code where only the host can write: commands start twice as fast. Beside the packages, or in the data
// folder where the user that runs the server may not write there. After V8's flags are set: code that was compiled
// under other flags is refused, and the cache is chosen by them.
const { status } = enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'airside'))
if (status === constants.compileCacheStatus.FAILED && process.env.AIRSIDE_DATA) {
  enableCompileCache(join(process.env.AIRSIDE_DATA, 'compiled'))
}

// Only the host may read store and backups.
process.umask(0o077)

const { runCli } = await import('./cli.ts')

process.exitCode = await runCli(process.argv.slice(2), process.env, process)

/** What a stop left behind, such as a mail server that does not answer, does not keep the process. */
const LAST_WORDS_MS = 500
setTimeout(() => process.exit(), LAST_WORDS_MS).unref()
