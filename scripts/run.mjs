/**
 * `node scripts/run.mjs <file.ts> …`: installs if needed and runs a script of ours on the right Node, without code
 * generation from strings. The peers that bench/ measures us against need it, and so does Playwright in a script that
 * starts a browser: it would wait for ever.
 */
import { ensureInstalled, NO_CODE_GENERATION, nodePath } from './installed.mjs'
import { runChild } from './run-child.mjs'

ensureInstalled()
const [script = '', ...rest] = process.argv.slice(2)
const flags = /^(bench|console\/scripts)\//.test(script) ? [] : [NO_CODE_GENERATION]
runChild(nodePath(), [...flags, script, ...rest])
