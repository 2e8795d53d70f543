/** `node scripts/run.mjs <file.ts> …`: installs if needed and runs a script of ours on the right Node. */
import { spawn } from 'node:child_process'
import { ensureInstalled, nodePath } from './installed.mjs'

ensureInstalled()
const child = spawn(nodePath(), process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
