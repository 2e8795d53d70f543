/**
 * The server's program in a few files, made once per run for the processes that tests start: its 1,500 modules take
 * four times as long to load one by one. What nothing uses is left out, nothing else differs. What a host starts, its
 * sources as they are, is started by the tests of `npm start`, of the package and of code generation (ADR 82).
 */
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'rolldown'

/** A module goes on finding its files beside its source. */
const atItsSource: Plugin = {
  name: 'at-its-source',
  transform: {
    filter: { code: 'import.meta' },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
  },
}

/** Beside the packages, from where it finds the console's fonts as its sources do. Returns the file to start. */
export const makeServerProgram = async (root: string): Promise<string> => {
  const dir = join(root, 'node_modules', '.cache', 'airside-test-program')
  await build({
    input: join(root, 'server', 'src', 'main.ts'),
    platform: 'node',
    plugins: [atItsSource],
    logLevel: 'warn',
    output: { dir, format: 'esm', chunkFileNames: '[name].js' },
  })
  return join(dir, 'main.js')
}
