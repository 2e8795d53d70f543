/** The files of the built console, read once at start: no path of a request reaches the disk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import { CONSOLE_PATH } from './page-paths.ts'
import { StaticFile } from './static-file.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

export interface BuiltConsole {
  readonly page: string
  /** A document of its own, because its editor needs another content policy; null in a build without it. */
  readonly explorerPage: string | null
  /** The pages of the developer portal and the support console, by their address; missing ones are not built. */
  readonly platformPages: ReadonlyMap<string, string>
  /** Keyed by path. */
  readonly files: ReadonlyMap<string, StaticFile>
}

/** Each side of the application is a page of its own, so that a person loads only theirs. */
const PLATFORM_PAGES = { [DEVELOPERS]: 'portal.html', [SUPPORT]: 'support.html' }

const platformPages = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(PLATFORM_PAGES)
      .filter(([, file]) => existsSync(join(folder, file)))
      .map(([operatorId, file]) => [operatorId, readFileSync(join(folder, file), 'utf8')]),
  )

/** Null if the console has not been built: the server runs without it. */
export const loadConsole = (folder: string): BuiltConsole | null => {
  const pageFile = join(folder, 'index.html')
  const explorerFile = join(folder, 'explorer.html')
  if (!existsSync(pageFile)) return null
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.html'))
    .map((file) => {
      const path = `${CONSOLE_PATH}${relative(folder, file).split(sep).join('/')}`
      const contentType = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
      return [path, new StaticFile(contentType, readFileSync(file))] as const
    })
  const explorerPage = existsSync(explorerFile) ? readFileSync(explorerFile, 'utf8') : null
  const page = readFileSync(pageFile, 'utf8')
  return { page, explorerPage, platformPages: platformPages(folder), files: new Map(files) }
}

export const NOT_BUILT = 'The console is not built: run "npm run build -w console" and start the server again'
