/** A folder outside the repository that contains only what a user installs. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, REPOSITORY, TSC } from './build.ts'

const run = promisify(execFile)

/** A tarball as `npm publish` would send it. */
const packed = async (source: string, folder: string): Promise<string> => {
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', ['pack', ...options], { cwd: join(REPOSITORY, source) })
  const [tarball] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>)
  if (!tarball) throw new Error(`npm pack told nothing: ${stdout}`)
  return join(folder, tarball.filename)
}

export class EmptyProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'airside-empty-'))

  async install(...names: ('sdk' | 'cli')[]): Promise<void> {
    this.write('package.json', JSON.stringify({ private: true, type: 'module' }))
    const tarballs: string[] = []
    for (const name of names) {
      await build(name)
      tarballs.push(await packed(name, this.folder))
    }
    // No registry is asked, so the one dependency of the command line comes from our own installation.
    if (names.includes('cli')) tarballs.push(await packed('node_modules/graphql', this.folder))
    const options = ['--offline', '--no-audit', '--no-fund', '--install-links']
    await run('npm', ['install', ...options, ...tarballs], { cwd: this.folder })
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
  }

  /** What the compiler complains about; nothing is left unchecked, our own declarations included. */
  async typeErrors(file: string, options: object): Promise<string> {
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, types: [], ...options }
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
    const { stdout } = await run(process.execPath, [TSC, '-p', this.folder]).catch((failure) => failure)
    return stdout
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
