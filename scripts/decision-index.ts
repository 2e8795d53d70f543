/** Writes `docs/adr/README.md`, the list of decisions with date and status: `node scripts/decision-index.ts`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../docs/adr', import.meta.url))

const HEAD = `# Decisions

One page per decision: what was decided, why, and what was rejected. A decision is not rewritten when it changes; a new one supersedes it. Below its title each page says \`Date: <yyyy-mm-dd>. Status: <proposed, accepted, or superseded by …>.\` These lists are generated. Numbers may have gaps.
`

const table = (title: string, rows: readonly string[]): string =>
  `\n## ${title}\n| # | Decision | Date | Status |\n|---|---|---|---|\n${rows.join('\n')}\n`

const OPENING =
  /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d)\. Status: (proposed|accepted|superseded by \[ADR \d+\]\([\w-]+\.md\))\.\n/

const rowOf = (file: string): string => {
  const [, number, title, date, status] = OPENING.exec(readFileSync(`${FOLDER}/${file}`, 'utf8')) ?? []
  if (number === undefined) {
    throw new Error(
      `docs/adr/${file} must begin "# <number>. <title>", an empty line, "Date: <yyyy-mm-dd>. Status: accepted."`,
    )
  }
  return `| [${number}](${file}) | ${title} | ${date} | ${status} |`
}

const renderDecisionIndex = (): string => {
  const rows = globSync('[0-9]*.md', { cwd: FOLDER }).toSorted().map(rowOf)
  const isSuperseded = (row: string): boolean => row.includes('| superseded by ')
  const inForce = rows.filter((row) => !isSuperseded(row))
  return HEAD + table('In force', inForce) + table('Superseded', rows.filter(isSuperseded))
}

if (import.meta.main) writeFileSync(`${FOLDER}/README.md`, renderDecisionIndex())
