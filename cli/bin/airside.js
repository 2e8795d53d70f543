#!/usr/bin/env node
// The published package has no sources and runs what was built for it. In a clone, sources that are newer than the build
// are built first, so that `npx airside` always runs them.
import { existsSync } from 'node:fs'

if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const { ensureToolsBuilt } = await import(new URL('../../scripts/built-tools.mjs', import.meta.url).href)
  ensureToolsBuilt()
}
await import('../dist/main.js')
