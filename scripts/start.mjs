/** `npm start`: installs and builds if needed, prepares the embedded store and serves it with demo data. */
import { spawn } from 'node:child_process'
import { ensureConsoleBuilt, ensureInstalled, NO_CODE_GENERATION, nodePath, root } from './installed.mjs'

ensureInstalled()
ensureConsoleBuilt()
const program = [NO_CODE_GENERATION, `${root}server/src/main.ts`]
const server = spawn(nodePath(), [...program, 'serve', '--demo', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { LOG_LEVEL: 'warn', ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
