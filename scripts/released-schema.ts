/**
 * `node scripts/released-schema.ts <version> [commit]` keeps the schema of a release, without its descriptions, for the
 * page that says what changed. Without a commit it is the schema as it stands.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, print, visit } from 'graphql'
import { RELEASES_FOLDER } from '../server/src/documentation/schema-changes.ts'

const ROOT = join(import.meta.dirname, '..')
const [version, commit] = process.argv.slice(2)
if (!version || !/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('Name the version: node scripts/released-schema.ts 0.3.0 [commit]')
  process.exit(1)
}
const FILE = 'server/schema.graphql'
const text = commit
  ? execFileSync('git', ['show', `${commit}:${FILE}`], { cwd: ROOT, encoding: 'utf8' })
  : readFileSync(join(ROOT, FILE), 'utf8')
const bare = visit(parse(text), {
  enter: (node) => ('description' in node && node.description ? { ...node, description: undefined } : undefined),
})
mkdirSync(join(ROOT, RELEASES_FOLDER), { recursive: true })
writeFileSync(join(ROOT, RELEASES_FOLDER, `${version}.graphql`), `${print(bare)}\n`)
