/**
 * The landing page on the bare host: four doors, and in a demo operators with their credentials and a grant to try.
 * Without a demo it names no operator, user or key.
 */
import { COPY_SCRIPT, copyable, copyStatus } from '../../pages/copy-button.ts'
import { type Html, html } from '../../pages/html.ts'
import { type IconName, icon } from '../../pages/icons.ts'
import { brand, documentOf } from '../../pages/layout.ts'
import { grantButton, type LandingDemo, landingDemo } from './landing-demo-page.ts'

export interface LandingLink {
  readonly label: string
  readonly href: string
}

export interface DoorFact {
  readonly label: string
  readonly value: string
  /** Credentials of the demo are there to be copied. */
  readonly isCopied?: boolean
  readonly href?: string
}

/** One kind of user, and the address where they work. */
export interface Door {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  /** Null where the address depends on the operator. */
  readonly href: string | null
  readonly facts: readonly DoorFact[]
}

export interface LandingView {
  /** The address of this service, from the configuration: `http://localhost:8080`. */
  readonly publicUrl: string
  /** How an operator's address is formed: `http://<operator_id>.localhost:8080`. */
  readonly addressPattern: string
  readonly links: readonly LandingLink[]
  readonly doors: readonly Door[]
  /** Only if the service runs as a demo, whose credentials are not secret. */
  readonly demo: LandingDemo | null
}

const breakable = (value: string): Html[] =>
  value.split('.').map((part, index) => (index === 0 ? html`${part}` : html`<wbr>.${part}`))

const factValue = (title: string, { label, value, isCopied, href }: DoorFact): Html | Html[] => {
  if (isCopied) return copyable(value, `${label.toLowerCase()} of the door ${title}`)
  return href === undefined ? breakable(value) : html`<a href="${href}">${value}</a>`
}

const fact = (title: string, entry: DoorFact): Html =>
  html`<div><dt>${entry.label}</dt><dd>${factValue(title, entry)}</dd></div>`

const doorCard = ({ icon: name, title, text, href, facts }: Door): Html =>
  html`<section class="door"><div><h2>${icon(name)}${href === null ? title : html`<a href="${href}">${title}</a>${icon('arrow')}`}</h2><p>${text}</p></div>
<dl>${facts.map((entry) => fact(title, entry))}</dl></section>`

const addressPanel = ({ addressPattern, links }: LandingView): Html =>
  html`<section class="panel" aria-labelledby="address"><header><h2 id="address">Every operator has an address of its own</h2></header>
<dl class="body pairs"><dt>Address</dt><dd><code>${addressPattern}</code></dd><dt>Queries</dt><dd><code>POST /api/graphql/</code></dd>
<dt>Metadata</dt><dd><code>/.well-known/oauth-authorization-server</code></dd></dl>
${links.length > 0 && html`<footer>${links.map(({ label, href }) => html`<a href="${href}">${label}</a> `)}</footer>`}</section>`

const hostPanel = html`<section class="panel" aria-labelledby="host"><header><h2 id="host">For the host</h2></header>
<dl class="body pairs"><dt>Health</dt><dd><a href="/healthz"><code>/healthz</code></a> <a href="/readyz"><code>/readyz</code></a></dd>
<dt>Check</dt><dd><code>npx --no-install airside-server doctor</code></dd></dl></section>`

export const landingPage = (view: LandingView): string => {
  const { demo } = view
  const panels = html`${addressPanel(view)}${hostPanel}`
  const body = html`<div class="landing">
<header class="top">${brand}<p class="readiness small"><span class="state good">${icon('good')}Ready</span><code>${view.publicUrl}</code></p></header>
<main id="main">
<div class="hero"><h1>Every operator’s data, behind one door each.</h1>
<p>Airside lets applications read and write an operator’s flights, fleet, crew and sales, with the operator’s consent, one scope at a time.
${demo && 'This is a demo with made-up data: every name and key on this page may be used.'}</p>${demo && grantButton(demo)}</div>
<div class="doors">${view.doors.map(doorCard)}</div>
${demo ? landingDemo(demo, panels) : html`<div class="columns">${addressPanel(view)}${hostPanel}</div>`}
${demo && copyStatus}
</main></div>`
  return documentOf('Every operator’s data, behind one door each', null, body, demo && COPY_SCRIPT)
}
