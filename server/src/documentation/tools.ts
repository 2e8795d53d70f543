/** Pages about what runs beside the graph: the host's guide, the help of both command lines, the SDK from its types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Rendered, renderMarkdown } from './markdown.ts'

export interface ToolPage extends Rendered {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly text: string
}

/** All but the first are written by scripts/tool-pages.ts. */
const PAGES = [
  ['hosting', 'Hosting', 'Install, proxy, PostgreSQL, sizing, upgrade, backup, alerts.', 'docs/hosting.md'],
  ['host-commands', 'The host’s commands', 'Every command of airside-server.', 'docs/site/reference/host-commands.md'],
  ['command-line', 'The command line', 'Every command of airside.', 'docs/site/reference/command-line.md'],
  ['client', 'The SDK', 'What @airside/client exports, from its types.', 'docs/site/reference/client.md'],
] as const

const COMMENT = /<!--[\s\S]*?-->\n*/g
/** Links to files of the repository that have no page here. */
const OUTWARD_LINK = /\[([^\]]+)\]\((?:\.\.\/|adr\/|spec\/)[^)]*\)/g

export const readToolPages = (root: string): readonly ToolPage[] =>
  PAGES.map(([slug, title, summary, file]) => {
    const text = readFileSync(join(root, file), 'utf8')
      .replace(/^# .*\n/, '')
      .replace(COMMENT, '')
      .replace(OUTWARD_LINK, '$1')
    return { slug, title, summary, text, ...renderMarkdown(text) }
  })
