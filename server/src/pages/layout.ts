/**
 * The document around every page: head, header, sandbox band and body. A page is a pure function from a typed view
 * model to HTML, and works without a script; some offer more with one (passkeys, recovery, copying). View models know
 * no store and no request: `http/` fills them.
 */
import type { Environment } from '../domain/tenancy/tenant.ts'
import { type Html, html } from './html.ts'
import { brandMark, icon, symbolsFor } from './icons.ts'

/** The operator and environment that the page belongs to, with its address. */
export interface PagePlace {
  readonly operatorName: string
  /** Host and port as the browser shows them, from the configuration: `alpine.sandbox.localhost:8080`. */
  readonly host: string
  readonly environment: Environment
  /** The developer portal or the support console: no operator's address. */
  readonly isPlatform?: boolean
}

export const brand = html`<a class="brand" href="/">${brandMark}Airside</a>`

/** The header of every page but sign-in: whose page it is, and on which address. */
export const headerBar = (host: string): Html =>
  html`<header class="bar">${brand}<span class="host">${icon('lock')}${host}</span></header>`

/** Amber is used for the sandbox only; the band is a landmark before everything else (pages §1). */
const sandboxBand = (operatorName: string): Html =>
  html`<section class="band" aria-label="Environment"><b>${icon('flask')}SANDBOX</b>
<span>Test data only. Nothing here reaches <bdi>${operatorName}</bdi> in production.</span></section>`

/** `place` is null outside of operators' addresses; `body` has its own header and `<main id="main">`. */
export const documentOf = (
  title: string,
  place: PagePlace | null,
  body: Html,
  script: string | null = null,
): string => {
  const band = place?.environment === 'sandbox' ? sandboxBand(place.operatorName) : null
  const content = html`${band}${body}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Airside</title>
<link rel="icon" href="/assets/mark.svg" type="image/svg+xml">
<link rel="preload" href="/assets/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/pages.css">${
    script &&
    html`
<script type="module" src="${script}"></script>`
  }
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${symbolsFor(content)}
${content}
</body>
</html>
`.toString()
}
