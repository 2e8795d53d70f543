/** Builds the console for `/console/` on every operator's address; what a browser loads comes from that address alone. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // The client's source, so that the console builds before the client does.
  resolve: { alias: { '@airside/client/scopes': here('../sdk/src/scopes.ts') } },
  worker: { format: 'es' },
  build: {
    target: 'baseline-widely-available',
    // Fonts and images stay files: the content policy allows them from our own address, and they are cached once.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // The explorer's editor is one large file, loaded there only; budgets.test.ts watches it.
    chunkSizeWarningLimit: 3_000,
    // The explorer is a document of its own: its editor needs another content policy, and no other page loads it.
    rolldownOptions: {
      // One page per kind of address, so that a person loads only their side.
      input: {
        index: here('index.html'),
        portal: here('portal.html'),
        support: here('support.html'),
        explorer: here('explorer.html'),
      },
      // GraphiQL's files begin with words to a compiler that we do not use.
      onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
    },
  },
})
