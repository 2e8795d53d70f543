/** Reads the code blocks of a page, to run them as written. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from './build.ts'

export interface Block {
  readonly language: string
  /** What follows the language: whose a document is. */
  readonly note: string
  readonly text: string
  /** The heading that it stands below. */
  readonly heading: string
}

export const blocksOf = (page: string): Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let open: { language: string; note: string; lines: string[] } | null = null
  for (const line of readFileSync(join(REPOSITORY, page), 'utf8').split('\n')) {
    const fence = /^```(\w*) ?(\w*)/.exec(line)
    if (!open && fence) open = { language: fence[1] ?? '', note: fence[2] ?? '', lines: [] }
    else if (open && fence) {
      blocks.push({ language: open.language, note: open.note, text: open.lines.join('\n'), heading })
      open = null
    } else if (open) open.lines.push(line)
    else heading = /^#+ (.*)/.exec(line)?.[1] ?? heading
  }
  return blocks
}

/** How a shell runs a block of another language. */
const INTERPRETERS: Readonly<Record<string, string>> = { python: 'python3 -', js: 'node --input-type=module' }

export const asShell = ({ language, text }: Block): string => {
  if (language === 'sh') return text
  const interpreter = INTERPRETERS[language]
  if (!interpreter) throw new Error(`Nothing is known to run ${language}`)
  return `${interpreter} <<'END_OF_BLOCK'\n${text}\nEND_OF_BLOCK`
}
