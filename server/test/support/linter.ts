/** Runs the linter with the project's settings on files of a test's own. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** The linter's reports on these files, in an empty folder, one in each line. */
export const linted = (sources: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'linter-'))
  try {
    const settings = JSON.parse(readFileSync(join(REPOSITORY, 'biome.json'), 'utf8'))
    const written = { ...sources, 'biome.json': JSON.stringify({ ...settings, vcs: { enabled: false } }) }
    for (const [file, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    for (const { path } of settings.plugins as { path: string }[]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(REPOSITORY, path), join(folder, path))
    }
    const linter = join(REPOSITORY, 'node_modules/.bin/biome')
    const args = ['lint', '--reporter=github', '--max-diagnostics=none', '.']
    return spawnSync(linter, args, { cwd: folder, encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
