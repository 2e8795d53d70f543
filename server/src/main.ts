#!/usr/bin/env node
/** The program: `airside-server <command>`. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What was compiled once is kept beside the packages, where nobody but the host can write: a command starts twice as fast.
enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'airside'))

const { runCli } = await import('./cli.ts')

process.exitCode = await runCli(process.argv.slice(2), process.env)
