/** The repository's own pages: what they link to is there, and the README's pictures are light. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const REPOSITORY = new URL('../../..', import.meta.url).pathname
const MOST_BYTES_OF_A_PICTURE = 150 * 1024

const pages = globSync('**/*.md', { cwd: REPOSITORY, exclude: ['**/node_modules', '**/.*'] })

/** Targets of links and pictures, without code blocks and without anchors. */
const targetsIn = (markdown: string): string[] =>
  [...markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, picture]) => (link ?? picture ?? '').replace(/#.*/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))

test('no link to a file in a page of the repository is dead', () => {
  // Pages of docs/site and docs/examples link to each other by the addresses at which they are served.
  const own = pages.filter((page) => !page.startsWith('docs/site/'))
  const dead = own.flatMap((page) =>
    targetsIn(readFileSync(join(REPOSITORY, page), 'utf8'))
      .filter((target) => !existsSync(join(REPOSITORY, dirname(page), target)))
      .map((target) => `${page} -> ${target}`),
  )
  assert.deepEqual(dead, [])
})

test('the README shows three pictures, light and dark, of at most 150 kB each', () => {
  const pictures = targetsIn(readFileSync(join(REPOSITORY, 'README.md'), 'utf8')).filter((file) =>
    file.endsWith('.png'),
  )
  assert.equal(pictures.length, 6)
  for (const file of pictures) assert.ok(statSync(join(REPOSITORY, file)).size <= MOST_BYTES_OF_A_PICTURE, file)
})

test('no page tells anybody to run a command by a name that npx would look for in the public registry', () => {
  // Before the packages are installed, `npx airside-server` asks npm's registry for whatever has that name there.
  // The changelog is about the past, and a warning names what it warns of.
  const told = pages
    .filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/adr/'))
    .flatMap((page) =>
      [...readFileSync(join(REPOSITORY, page), 'utf8').matchAll(/(Do not run `)?npx (?!--no-install )[^\n]{0,40}/g)]
        .filter(([, warned]) => warned === undefined)
        .map(([line]) => `${page}: ${line}`),
    )
  assert.deepEqual(told, [])
})
