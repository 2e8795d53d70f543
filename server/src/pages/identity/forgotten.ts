/** A forgotten password: one field, and the same answer for every address. */
import { type Html, html } from '../html.ts'
import type { PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'
import { timeOfDay } from '../time.ts'
import { cardHead, recoveryCard } from './recovery-card.ts'

export type ForgottenState =
  | { readonly kind: 'first' }
  | { readonly kind: 'no-mail' }
  | {
      readonly kind: 'sent'
      readonly sentAtMs: number
      readonly untilMs: number
      /** Null where mails are really sent; without a link where the visitor may not read it. */
      readonly demo: { readonly link: string | null } | null
    }

export interface ForgottenView {
  readonly place: PagePlace
  readonly state: ForgottenState
  /** What was typed before. */
  readonly email: string
  /** Posts `email`. */
  readonly form: PostForm
  readonly signInHref: string
}

const TITLE = 'Forgotten your password?'

const asking = (view: ForgottenView): Html =>
  html`<form class="stack" method="post" action="${view.form.action}">${hiddenFields(view.form)}
${cardHead(TITLE, 'We send a link that works once, for 30 minutes.')}
<div class="field"><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${view.email}"></div>
<button class="button primary">Send the link</button>
<p class="small quiet">Your second step stays: you need your passkey, code or a recovery code as well. <a href="${view.signInHref}">Back to sign-in</a></p></form>`

/** No mail arrives from a demo: what people would look for in it stands here. */
const inDemo = ({ link }: { readonly link: string | null }): Html =>
  link === null
    ? html`<p class="small">No mail comes, because this is a demo. A colleague who is signed in can read it in the outbox.</p>`
    : html`<p class="small">No mail comes, because this is a demo. The one to you would have held this link:</p>
<p class="row"><a class="button primary" href="${link}">Choose a new password</a></p>`

const inMail = (operatorName: string): Html =>
  html`<p class="small">Nothing after two minutes? Look in the spam folder, or ask an administrator of <bdi>${operatorName}</bdi>: they can send a link too.</p>`

const sent = (view: ForgottenView, state: Extract<ForgottenState, { kind: 'sent' }>): Html =>
  html`<div class="stack">${cardHead(state.demo ? 'A link was made' : 'Look into your mail', html`For <bdi>${view.place.operatorName}</bdi>.`)}
${note(
  'good',
  html`<b>If <bdi>${view.email}</bdi> has an account here, a link ${state.demo ? 'was made' : 'is on its way'}.</b> ${state.demo ? 'Made' : 'Sent'} ${timeOfDay(state.sentAtMs)}, works until ${timeOfDay(state.untilMs)}.`,
)}
${state.demo ? inDemo(state.demo) : inMail(view.place.operatorName)}
<p class="row"><a class="button" href="${view.signInHref}">Back to sign-in</a><a href="${view.form.action}">Another address</a></p></div>`

const noMail = (view: ForgottenView): Html =>
  html`<div class="stack">${cardHead(TITLE, 'This service sends no email.')}
<p>An administrator of <bdi>${view.place.operatorName}</bdi>, or the host of this service, can help you back in.</p>
<p class="row"><a class="button" href="${view.signInHref}">Back to sign-in</a></p></div>`

export const forgottenPage = (view: ForgottenView): string => {
  const { state } = view
  if (state.kind === 'sent') return recoveryCard('A link is on its way', view.place, sent(view, state))
  return recoveryCard(TITLE, view.place, state.kind === 'first' ? asking(view) : noMail(view))
}
