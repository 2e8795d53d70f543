/** "Which operator do you work for?", for an application that cannot know. The sign-in page's frame: it is next. */
import type { Environment } from '../../domain/tenancy/tenant.ts'
import { type Html, html, safeHref } from '../html.ts'
import { brand, documentOf } from '../layout.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'
import { applicationLogo, type KnownByRegistration, kindAndWebsite, monogram } from './application.ts'

/** What was typed is no identifier, or no operator has it: the same words whether it never existed or is gone. */
export interface WhichOperatorProblem {
  readonly kind: 'no-identifier' | 'unknown'
  readonly typed: string
}

export interface WhichOperatorView {
  /** The bare host, with its port. */
  readonly host: string
  readonly environment: Environment
  readonly application: KnownByRegistration
  /** The registered address that was asked for, with the answer that no operator was chosen. */
  readonly backHref: string
  /** Posts `operator`. */
  readonly form: PostForm
  /** Chosen before in this browser, the newest first. */
  readonly remembered: readonly string[]
  readonly wrong: WhichOperatorProblem | null
}

const band = (application: KnownByRegistration): Html =>
  html`<section class="band" aria-label="Environment"><b>SANDBOX</b><span><bdi>${application.name}</bdi> is tried here with test data. Nothing reaches an operator in production.</span></section>`

const hint = ({ wrong }: WhichOperatorView): Html => {
  if (wrong === null) {
    return html`<span class="hint" id="operator-hint">The first part of the address where you sign in. Your administrator knows it.</span>`
  }
  const text =
    wrong.kind === 'unknown'
      ? html`No operator answers at <b>${wrong.typed}</b>. Compare it with the address where you sign in.`
      : html`Small letters, digits and hyphens only, for example <code>alpine-jet</code>. A pasted address works too.`
  return html`<span class="hint failed" id="operator-hint" role="alert">${text}</span>`
}

/** Each is a form of its own, so that a press goes on at once, without a script. */
const rememberedList = ({ remembered, form }: WhichOperatorView): Html | null =>
  remembered.length === 0
    ? null
    : html`<section aria-labelledby="remembered"><h2 id="remembered" class="small">Used in this browser</h2><ul class="chosen">${remembered.map(
        (id) =>
          html`<li><form method="post" action="${form.action}">${hiddenFields(form)}<input type="hidden" name="operator" value="${id}"><button class="button slim">${monogram(id)}${id}</button></form><form method="post" action="${form.action}">${hiddenFields(form)}<input type="hidden" name="forget" value="${id}"><button class="button slim" aria-label="Forget ${id}">Forget</button></form></li>`,
      )}</ul></section>`

/** Says the host that it leads to: the name is the provider's own choice (threats row 354). */
const wayBack = ({ application, backHref }: WhichOperatorView): Html | null => {
  const href = safeHref(backHref)
  return href === null
    ? null
    : html`<p class="small"><a href="${href}" rel="noopener noreferrer nofollow">Back to <bdi>${application.name}</bdi></a> <span class="quiet">at</span> <span class="mono leads-to">${new URL(href).host}</span></p>`
}

export const whichOperatorPage = (view: WhichOperatorView): string => {
  const { application, form, host, wrong } = view
  const field = html`id="operator" name="operator" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="operator-hint"`
  const body = html`${view.environment === 'sandbox' && band(application)}<div class="sign-in">
<header class="side">${brand}
<svg class="runway" viewBox="0 0 480 132" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M0 10H480M0 42H480"/><path d="M0 90H480M0 122H480" stroke-dasharray="44 28"/></svg>
<dl><div><dt>You are on</dt><dd class="mono">${host}</dd></div><div><dt>Next</dt><dd>You sign in at your operator’s own address, and decide there.</dd></div></dl></header>
<main id="main"><div class="which stack"><div class="asker">${applicationLogo(application)}<div><b><bdi>${application.name}</bdi></b>${kindAndWebsite(application)}</div></div>
<form method="post" action="${form.action}">${hiddenFields(form)}<div><h1>Which operator do you work for?</h1>
<p class="quiet"><bdi>${application.name}</bdi> wants to connect, and cannot know where.</p></div>
<div class="field"><label for="operator">Operator identifier</label>
<span class="address">${wrong === null ? html`<input ${field}>` : html`<input ${field} aria-invalid="true" value="${wrong.typed}">`}<span class="address-host">.${host}</span></span>${hint(view)}</div>
<button class="button primary">Continue</button></form>${rememberedList(view)}
<p class="small quiet">Nothing is allowed yet. <bdi>${application.name}</bdi> hears your decision and where you made it, nothing else.</p>${wayBack(view)}</div></main></div>`
  return documentOf('Which operator do you work for?', null, body)
}
