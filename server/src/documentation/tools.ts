/** Pages about what runs beside the graph: the host's guide, the help of both command lines, the SDK from its types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ToolPage {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly isForHosts: boolean
  /** What else people call it, for the search. */
  readonly words: string
  readonly text: string
}

/** All but the first are written by scripts/tool-pages.ts. */
const PAGES = [
  ['hosting', 'Hosting', 'Install, proxy, PostgreSQL, sizing, upgrade, backup, alerts.', 'docs/hosting.md'],
  ['host-commands', 'The host’s commands', 'Every command of airside-server.', 'docs/site/reference/host-commands.md'],
  ['command-line', 'The command line', 'Every command of airside.', 'docs/site/reference/command-line.md'],
  ['client', 'The SDK', 'What @airside/client exports, from its types.', 'docs/site/reference/client.md'],
] as const

const WORDS: Readonly<Record<string, string>> = { 'command-line': 'cli terminal shell', client: 'sdk library npm' }

const COMMENT = /<!--[\s\S]*?-->\n*/g
/** Links to files of the repository that have no page here. */
const OUTWARD_LINK = /\[([^\]]+)\]\((?:\.\.\/|docs\/|adr\/|spec\/|growth\.md|(?=[A-Z]))[^)]*\)/g

/** Links to a file that has a page lead to it; others become their words. */
export const withoutFileLinks = (text: string): string =>
  text.replaceAll('](docs/hosting.md', '](/docs/tools/hosting/').replace(OUTWARD_LINK, '$1')

/** `host` is the service's own, with its port. The host's guide speaks of a machine that is still to be set up. */
export const readToolPages = (root: string, host: string): readonly ToolPage[] =>
  PAGES.map(([slug, title, summary, file]) => {
    const source = readFileSync(join(root, file), 'utf8')
      .replace(/^# .*\n/, '')
      .replace(COMMENT, '')
    const text = withoutFileLinks(slug === 'hosting' ? source : source.replaceAll('localhost:8080', host))
    const isForHosts = slug === 'hosting' || slug === 'host-commands'
    return { slug, title, summary, isForHosts, words: WORDS[slug] ?? '', text }
  })
