/** Builds the console for `/console/` on every operator's address; what a browser loads comes from that address alone. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { PORTAL_SECTIONS } from './src/portal/sections.ts'
import { FIRST_PLACES, type FirstPlace, hrefOf } from './src/shell/first-places.ts'
import { SUPPORT_SECTIONS } from './src/support/sections.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

interface Frame {
  /** Which of Airside's sides it is, beside its name; null at an operator's address. */
  readonly side: string | null
  readonly places: readonly FirstPlace[]
}

/** What the scripts of each document draw first; the explorer draws its own. */
const FRAMES: Readonly<Record<string, Frame>> = {
  'index.html': { side: null, places: FIRST_PLACES },
  'portal.html': { side: 'Developers', places: PORTAL_SECTIONS },
  'support.html': { side: 'Support', places: SUPPORT_SECTIONS },
}

const LOADING_ROW = '<div class="loading-row" aria-hidden="true"><span></span><span></span><span></span></div>'

/** As `first-frame.tsx` draws it. The server writes in whose address it is. */
const frameOf = ({ side, places }: Frame): string => `<div id="root"><div class="shell">
      <header class="rail">
        <span class="brand">Airside${side === null ? '' : ` <span>${side}</span>`}</span>
        <div class="tenant"><span class="monogram" aria-hidden="true"></span><b>__PLACE_NAME__</b><span class="tenant-host">__PLACE_HOST__</span></div>
        <nav class="rail-nav" aria-label="Main">${places.map((place) => `<a href="${hrefOf(place)}">${place.label}</a>`).join('')}</nav>
      </header>
      <main class="content">
        <h1 class="unseen">Airside</h1>
        <div class="panel loading" role="status">
          <span class="unseen">Loading</span>
          ${LOADING_ROW.repeat(6)}
        </div>
      </main>
    </div></div>`

/** The frame stands in the HTML, so that it is there before any script: React replaces it. */
const staticFrame: Plugin = {
  name: 'static-frame',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path }) => {
      const frame = FRAMES[path.slice(path.lastIndexOf('/') + 1)]
      return frame ? html.replace('<div id="root"></div>', frameOf(frame)) : html
    },
  },
}

const STYLESHEET = / *<link rel="stylesheet"[^>]*>\n?/g

/** Styles before scripts, which leave them the line: on a slow one the frame is drawn with the first of them. */
const stylesFirst: Plugin = {
  name: 'styles-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const styles = (html.match(STYLESHEET) ?? []).join('')
      return html
        .replace(STYLESHEET, '')
        .replace(/ *<script type="module"/, (script) => `${styles}${script}`)
        .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    },
  },
}

export default defineConfig({
  base: '/console/',
  plugins: [react(), staticFrame, stylesFirst],
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
