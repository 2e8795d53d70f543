/** The demo's part of the landing page: accounts with their credentials, grants to try, two lines for a terminal. */
import type { Environment } from '../../domain/tenancy/tenant.ts'
import { type Html, html } from '../../pages/html.ts'
import { type IconName, icon } from '../../pages/icons.ts'
import { type ApplicationFace, applicationLogo } from '../../pages/oauth/application.ts'

/** One account of the demo, with the address where it signs in. */
export interface DemoDoor {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly href: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** A complete grant to try in the browser, from the consent page to the tokens. */
export interface DemoWalk {
  readonly application: ApplicationFace
  readonly text: string
  readonly operatorName: string
  readonly environment: Environment
  /** The authorization endpoint, with all parameters. */
  readonly href: string
}

export interface LandingDemo {
  readonly doors: readonly DemoDoor[]
  readonly walks: readonly DemoWalk[]
  /** Commands that work as printed, and the output of the second one. */
  readonly terminal: { readonly token: string; readonly query: string; readonly answer: string } | null
}

const breakable = (value: string): Html[] =>
  value.split('.').map((part, index) => (index === 0 ? html`${part}` : html`<wbr>.${part}`))

const door = ({ icon: name, title, text, href, facts }: DemoDoor): Html =>
  html`<section class="door"><div><h2>${icon(name)}<a href="${href}">${title}</a>${icon('arrow')}</h2><p>${text}</p></div>
<dl>${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${breakable(value)}</dd></div>`)}</dl></section>`

const environmentTag = (environment: Environment): Html =>
  environment === 'sandbox'
    ? html`<span class="tag sandbox">${icon('flask')}Sandbox</span>`
    : html`<span class="tag quiet">Production</span>`

const walk = ({ application, text, operatorName, environment, href }: DemoWalk): Html =>
  html`<li class="entry">${applicationLogo(application)}<div><b><bdi>${application.name}</bdi></b> at <bdi>${operatorName}</bdi> ${environmentTag(environment)}
<p class="small quiet">${text}</p></div><a class="button slim" href="${href}">Connect<span class="unseen"> ${application.name} to ${operatorName}, ${environment}</span></a></li>`

const walksPanel = (walks: readonly DemoWalk[]): Html =>
  html`<section class="panel" aria-labelledby="walk"><header><h2 id="walk">Let an application in</h2></header>
<p class="body quiet">Sign in, answer the question, and see what comes back: the code, the tokens, a first query.</p>
<ul>${walks.map(walk)}</ul></section>`

const terminalPanel = ({ token, query, answer }: NonNullable<LandingDemo['terminal']>): Html =>
  html`<section class="panel" aria-labelledby="terminal"><header><h2 id="terminal">Two lines to the first answer</h2></header><div class="body stack">
<p class="small quiet">The key’s refresh token gives an access token, for 30 minutes.</p><pre tabindex="0" aria-label="First command">${token}</pre>
<p class="small quiet">The access token gives data.</p><pre tabindex="0" aria-label="Second command">${query}</pre>
<pre class="result" tabindex="0" aria-label="Answer">${answer}</pre></div></section>`

/** `address` is the panel of every landing page; here it is below the walks. */
export const landingDemo = ({ doors, walks, terminal }: LandingDemo, address: Html): Html =>
  html`<div class="doors">${doors.map(door)}</div>
<div class="columns code-wide"><div>${walks.length > 0 && walksPanel(walks)}${address}</div>${terminal && terminalPanel(terminal)}</div>`
