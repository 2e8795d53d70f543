/**
 * The redirect URI of the demo application: it shows what was returned and what an application does with it, step by
 * step, so that a newcomer sees the whole grant without writing code. Demo tokens are shown in full on purpose.
 */
import type { Environment } from '../../domain/tenancy/tenant.ts'
import { type Html, html } from '../../pages/html.ts'
import { documentOf, headerBar } from '../../pages/layout.ts'
import { type Notice, noticeNote } from '../../pages/note.ts'
import { applicationLogo, type ShownApplication } from '../../pages/oauth/application.ts'
import { hiddenFields, type PostForm } from '../../pages/post-form.ts'

export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** A request of the demo application and its response. */
export interface DemoCall {
  /** `POST http://alpine.localhost:8080/oauth2/code/token/` */
  readonly request: string
  readonly sent: readonly NamedValue[]
  readonly status: number
  /** The response's body, formatted for reading. */
  readonly answer: string
}

export interface DemoCallbackView {
  readonly host: string
  readonly application: ShownApplication
  readonly operatorName: string
  readonly environment: Environment
  /** The query parameters as received: `code`, `state`, `iss`, or `error` and its description. */
  readonly returned: readonly NamedValue[]
  /** Null if the response has no state. */
  readonly stateMatches: boolean | null
  /** The code exchange; null before it, and after an error. */
  readonly exchange: DemoCall | null
  readonly query: DemoCall | null
  /** The last refresh or revocation, if any. */
  readonly later: DemoCall | null
  /** The application gave its refresh token back. */
  readonly isRevoked: boolean
  readonly notice: Notice | null
  /** Posts `action`: `exchange`, `query`, `refresh` or `revoke`. Null if nothing is left to do. */
  readonly form: PostForm | null
  readonly actions: readonly DemoAction[]
  /** The operator's console, which now lists the application among the add-ons. */
  readonly consoleHref: string
  /** Starts the walk again. */
  readonly againHref: string
}

export type DemoAction = 'exchange' | 'query' | 'refresh' | 'revoke'

const ACTION_NAMES: Record<DemoAction, string> = {
  exchange: 'Exchange the code',
  query: 'Query again',
  refresh: 'Refresh',
  revoke: 'Revoke',
}

const values = (pairs: readonly NamedValue[]): Html =>
  html`<dl class="pairs">${pairs.map(({ name, value }) => html`<dt><code>${name}</code></dt><dd class="mono">${value}</dd>`)}</dl>`

const stateVerdict = (matches: boolean | null): string => {
  if (matches === null) return 'No state came back.'
  return matches
    ? 'The state is the one that was sent: this answer belongs to this browser.'
    : 'The state is not the one that was sent. A real application stops here.'
}

const step = (title: string, text: string, content: Html | null): Html =>
  html`<li><h2>${title}</h2><p class="small quiet">${text}</p>${content}</li>`

const callBlock = (label: string, call: DemoCall): Html =>
  html`<pre tabindex="0" aria-label="${label}, request">${call.request}
${call.sent.map(({ name, value }) => `${name}=${value}\n`)}</pre>
<pre class="result" tabindex="0" aria-label="${label}, answer">HTTP ${call.status}
${call.answer}</pre>`

const steps = (view: DemoCallbackView): Html =>
  html`<ol class="steps">
${step('The browser came back', stateVerdict(view.stateMatches), values(view.returned))}
${view.exchange && step('The code was exchanged', 'From server to server; the code works once, within ten minutes.', callBlock('Exchange', view.exchange))}
${view.query && step('The access token gave data', 'As a Bearer credential, for 30 minutes.', callBlock('Query', view.query))}
${view.later && step('And then', 'A refresh gives a new access token; revoking ends them all.', callBlock('Latest call', view.later))}
</ol>`

const buttons = (form: PostForm, actions: readonly DemoAction[]): Html =>
  html`<form class="buttons" method="post" action="${form.action}">${hiddenFields(form)}${actions.map(
    (action) =>
      html`<button class="button slim${action === 'revoke' && ' danger'}" name="action" value="${action}">${ACTION_NAMES[action]}</button>`,
  )}</form>`

const headline = ({ exchange, returned, application, isRevoked }: DemoCallbackView): Html => {
  const name = html`<bdi>${application.name}</bdi>`
  if (returned.some((pair) => pair.name === 'error')) return html`${name} was not let in`
  if (isRevoked) return html`${name} gave its access back`
  return exchange === null || exchange.status === 200 ? html`${name} was let in` : html`${name} could not use the code`
}

export const demoCallbackPage = (view: DemoCallbackView): string => {
  const { application, operatorName, environment } = view
  const place = { operatorName, host: view.host, environment }
  const body = html`${headerBar(view.host)}
<main id="main" class="middle">
<div class="page-head">${applicationLogo(application)}<div><h1>${headline(view)}</h1>
<p class="quiet">You are now at the application’s own address; <bdi>${operatorName}</bdi>, ${environment}, sent you here.</p></div></div>
${noticeNote(view.notice)}
<div class="card padded">${steps(view)}
<div class="buttons">${view.form && buttons(view.form, view.actions)}<a class="button slim" href="${view.consoleHref}"><span>Back to <bdi>${operatorName}</bdi></span></a><a class="button slim" href="${view.againHref}">Start again</a></div></div>
</main>`
  return documentOf(`What came back to ${application.name}`, place, body)
}
