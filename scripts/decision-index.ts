/** Writes `docs/adr/README.md`, the list of decisions with date and status: `node scripts/decision-index.ts`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../docs/adr', import.meta.url))

const HEAD = `# Decisions

One page per decision: what was decided, why, and what was rejected. A decision is not rewritten when it changes; a new one supersedes it. Below its title each page says \`Date: <yyyy-mm-dd>. Status: <proposed, accepted, or superseded by …>.\` This list is generated. Numbers may have gaps.

| # | Decision | Date | Status |
|---|---|---|---|
`

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

const renderDecisionIndex = (): string =>
  `${HEAD}${globSync('[0-9]*.md', { cwd: FOLDER }).toSorted().map(rowOf).join('\n')}\n`

if (import.meta.main) writeFileSync(`${FOLDER}/README.md`, renderDecisionIndex())
