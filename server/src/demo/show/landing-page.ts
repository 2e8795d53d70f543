/**
 * The landing page on the bare host: what this service is and, in a demo, every account with its credentials. Without a
 * demo it names no operator.
 */
import { type Html, html } from '../../pages/html.ts'
import { type IconName, icon } from '../../pages/icons.ts'
import { brand, documentOf } from '../../pages/layout.ts'
import { type LandingDemo, landingDemo } from './landing-demo-page.ts'

export interface LandingLink {
  readonly label: string
  readonly href: string
}

export interface LandingView {
  /** The address of this service, from the configuration: `http://localhost:8080`. */
  readonly publicUrl: string
  /** How an operator's address is formed: `http://<operator_id>.localhost:8080`. */
  readonly addressPattern: string
  readonly links: readonly LandingLink[]
  /** Only if the service runs as a demo, whose credentials are not secret. */
  readonly demo: LandingDemo | null
}

const WHO: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'tower',
    title: 'For operators',
    text: 'Your users sign in on your own address. What an application may see or change is asked there, and ended there.',
  },
  {
    icon: 'code',
    title: 'For applications',
    text: 'The authorization code grant, one registration for many operators, a test environment from the first day.',
  },
  {
    icon: 'terminal',
    title: 'For an operator’s own scripts',
    text: 'An API key gives access tokens for one operator. The same queries, the same scopes.',
  },
]

const whoCards = html`<div class="doors">${WHO.map(
  (card) =>
    html`<section class="door"><div><h2>${icon(card.icon)}${card.title}</h2><p>${card.text}</p></div></section>`,
)}</div>`

const addressPanel = ({ addressPattern, links }: LandingView): Html =>
  html`<section class="panel" aria-labelledby="address"><header><h2 id="address">Every operator has an address of its own</h2></header>
<dl class="body pairs"><dt>Address</dt><dd><code>${addressPattern}</code></dd><dt>Queries</dt><dd><code>POST /api/graphql/</code></dd>
<dt>Metadata</dt><dd><code>/.well-known/oauth-authorization-server</code></dd></dl>
${links.length > 0 && html`<footer>${links.map(({ label, href }) => html`<a href="${href}">${label}</a> `)}</footer>`}</section>`

export const landingPage = (view: LandingView): string => {
  const body = html`<div class="landing">
<header class="top">${brand}<p class="readiness small"><span class="state good">${icon('good')}Ready</span><code>${view.publicUrl}</code></p></header>
<main id="main">
<div class="hero"><h1>Every operator’s data, behind one door each.</h1>
<p>Airside lets applications read and write an operator’s flights, fleet, crew and sales, with the operator’s consent, one scope at a time.
${view.demo && 'This is a demo with made-up data: every name and key on this page may be used.'}</p></div>
${view.demo ? landingDemo(view.demo, addressPanel(view)) : html`${whoCards}${addressPanel(view)}`}
</main></div>`
  return documentOf('Every operator’s data, behind one door each', null, body)
}
