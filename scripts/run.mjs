/**
 * `node scripts/run.mjs <file.ts> …`: installs if needed and runs a script of ours on the right Node, without code
 * generation from strings. The peers that bench/ measures us against need it.
 */
import { spawn } from 'node:child_process'
import { ensureInstalled, NO_CODE_GENERATION, nodePath } from './installed.mjs'

ensureInstalled()
const [script = '', ...rest] = process.argv.slice(2)
const flags = script.startsWith('bench/') ? [] : [NO_CODE_GENERATION]
const child = spawn(nodePath(), [...flags, script, ...rest], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
