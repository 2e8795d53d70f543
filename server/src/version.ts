/** The version of this release: the one in package.json, the same in all workspaces. */
import { readFileSync } from 'node:fs'

export const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
