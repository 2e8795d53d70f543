/**
 * `node scripts/run.mjs <file.ts> …`: installs if needed and runs a script of ours on the right Node. Scripts run
 * without code generation from strings, but for two: the peers that bench/ measures us against need it, and so does
 * Playwright, which drives the browser for all test files. The test files themselves run without it.
 */
import { spawn } from 'node:child_process'
import { ensureInstalled, NO_CODE_GENERATION, nodePath } from './installed.mjs'

ensureInstalled()
const [script = '', ...rest] = process.argv.slice(2)
const isExcepted = script.startsWith('bench/') || script === 'scripts/test.ts'
const flags = isExcepted ? [] : [NO_CODE_GENERATION]
const child = spawn(nodePath(), [...flags, script, ...rest], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
