/** Builds the console for `/console/` on every operator's address; what a browser loads comes from that address alone. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    target: 'baseline-widely-available',
    // Fonts and images stay files: the content policy allows them from our own address, and they are cached once.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
})
