/** `npm start`: installs if needed, prepares the embedded store and serves it with demo data. */
import { spawn } from 'node:child_process'
import { ensureInstalled, nodePath, root } from './installed.mjs'

ensureInstalled()
const server = spawn(nodePath(), [`${root}server/src/main.ts`, 'serve', '--demo', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { LOG_LEVEL: 'warn', ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
