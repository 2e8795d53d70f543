/** The demo's part of the landing page: one grant to start, operators with their credentials, two lines for a terminal. */
import type { Environment } from '../../domain/tenancy/tenant.ts'
import { copyable, copyButton } from '../../pages/copy-button.ts'
import { type Html, html } from '../../pages/html.ts'
import { icon } from '../../pages/icons.ts'
import { applicationLogo, type ShownApplication } from '../../pages/oauth/application.ts'

/** A complete grant to try in the browser, from the consent page to the tokens. */
export interface DemoWalk {
  readonly application: ShownApplication
  readonly text: string
  readonly operatorName: string
  readonly environment: Environment
  /** The authorization endpoint, with all parameters. */
  readonly href: string
}

/** An operator's address in one environment, and who may sign in there. */
export interface DemoPlace {
  readonly operatorName: string
  readonly environment: Environment
  readonly href: string
  readonly admin: string
  readonly pilot: string
  readonly password: string
}

export interface LandingDemo {
  readonly walks: readonly DemoWalk[]
  readonly places: readonly DemoPlace[]
  /** Commands that work as printed, and the output of the second one. */
  readonly terminal: { readonly token: string; readonly query: string; readonly answer: string } | null
}

const environmentTag = (environment: Environment): Html =>
  environment === 'sandbox'
    ? html`<span class="tag sandbox">${icon('flask')}Sandbox</span>`
    : html`<span class="tag quiet">Production</span>`

/** The one button: the first walk, with what it takes to sign in. */
export const grantButton = ({ walks, places }: LandingDemo): Html | null => {
  const [first] = walks
  if (!first) return null
  const place = places.find(
    ({ operatorName, environment }) => operatorName === first.operatorName && environment === first.environment,
  )
  return html`<div class="start"><a class="button primary" href="${first.href}"><span>Let <bdi>${first.application.name}</bdi> in at <bdi>${first.operatorName}</bdi></span></a>
${place && html`<p class="small quiet">Sign in as ${copyable(place.admin, 'the address to sign in with')} with ${copyable(place.password, 'the password to sign in with')}</p>`}</div>`
}

const walk = ({ application, text, operatorName, environment, href }: DemoWalk): Html =>
  html`<li class="entry">${applicationLogo(application)}<div><b><bdi>${application.name}</bdi></b> at <bdi>${operatorName}</bdi> ${environmentTag(environment)}
<p class="small quiet">${text}</p></div><a class="button slim" href="${href}">Connect<span class="unseen"> ${application.name} to ${operatorName}, ${environment}</span></a></li>`

const walksPanel = (walks: readonly DemoWalk[]): Html =>
  html`<section class="panel" aria-labelledby="walk"><header><h2 id="walk">Let an application in</h2></header>
<p class="body quiet">Sign in, answer the question, and see what comes back: the code, the tokens, a first query.</p>
<ul>${walks.map(walk)}</ul></section>`

const credential = (label: string, value: string, where: string): Html =>
  html`<div><dt>${label}</dt><dd>${copyable(value, `${label.toLowerCase()} of ${where}`)}</dd></div>`

const credentialsOf = ({ operatorName, environment, admin, pilot, password }: DemoPlace): Html => {
  const where = `${operatorName}, ${environment}`
  return html`<dl class="credentials"><div><dt>${environmentTag(environment)}</dt></div>${credential('Administrator', admin, where)}${credential('Pilot', pilot, where)}${credential('Password', password, where)}</dl>`
}

/** One line an operator, with both of its addresses; who may sign in there is behind a click. */
const operator = ([name, places]: readonly [string, readonly DemoPlace[]]): Html =>
  html`<li class="entry operator"><b><bdi>${name}</bdi></b><span class="addresses">${places.map(
    ({ environment, href }) =>
      html`<a href="${href}"><span class="unseen">${name}, </span>${environment === 'sandbox' ? 'Sandbox' : 'Production'}</a> `,
  )}</span><details><summary>Who signs in<span class="unseen"> at ${name}</span></summary>${places.map(credentialsOf)}</details></li>`

const placesPanel = (places: readonly DemoPlace[]): Html =>
  html`<section class="panel" aria-labelledby="operators"><header><h2 id="operators">Demo operators</h2><span class="small quiet">each with a sandbox of its own</span></header>
<ul>${[...Map.groupBy(places, ({ operatorName }) => operatorName)].map(operator)}</ul></section>`

const terminalPanel = ({ token, query, answer }: NonNullable<LandingDemo['terminal']>): Html =>
  html`<section class="panel" aria-labelledby="terminal"><header><h2 id="terminal">Two lines to the first answer</h2>${copyButton(`${token}\n${query}\n`, 'both lines')}</header><div class="body stack">
<p class="small quiet">The key’s refresh token gives an access token, for 30 minutes.</p><pre tabindex="0" aria-label="First command">${token}</pre>
<p class="small quiet">The access token gives data.</p><pre tabindex="0" aria-label="Second command">${query}</pre>
<pre class="result" tabindex="0" aria-label="Answer">${answer}</pre></div></section>`

/** `others` are the panels of every landing page; here they are below the demo's own. */
export const landingDemo = ({ walks, places, terminal }: LandingDemo, others: Html): Html =>
  html`<div class="columns code-wide"><div>${walks.length > 0 && walksPanel(walks)}${others}</div><div>${terminal && terminalPanel(terminal)}${placesPanel(places)}</div></div>`
