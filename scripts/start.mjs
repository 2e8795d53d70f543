/** `npm start`: installs and builds if needed, prepares the embedded store and serves it with demo data. */
import { ensureConsoleBuilt, ensureInstalled, NO_CODE_GENERATION, nodePath, root } from './installed.mjs'
import { runChild } from './run-child.mjs'

ensureInstalled()
ensureConsoleBuilt()
const program = [NO_CODE_GENERATION, `${root}server/src/main.ts`]
runChild(nodePath(), [...program, 'serve', '--demo', ...process.argv.slice(2)], {
  env: { LOG_LEVEL: 'warn', ...process.env },
})
