/** Sign-up of a provider: company and owner, then the code of a message. Both pages are the same for known addresses. */
import { type Html, html } from '../html.ts'
import { documentOf, type PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'
import { timeOfDay } from '../time.ts'
import { signInFrame } from './sign-in.ts'

export interface SignUpFields {
  readonly company: string
  readonly name: string
  readonly email: string
}

export interface SignUpView {
  readonly place: PagePlace
  /** What was typed before; the password is never filled in. */
  readonly typed: SignUpFields
  /** The field that was refused, and why. */
  readonly problem: { readonly field: string; readonly text: string } | null
  readonly canSendMail: boolean
  readonly minPasswordCharacters: number
  /** Posts `company`, `name`, `email` and `password`. */
  readonly form: PostForm
  readonly signInHref: string
}

interface Field {
  readonly name: string
  readonly label: string
  readonly attributes: Html
  readonly hint?: string
}

/** The focus is in the first field, or in the one that was refused. */
const fieldOf = ({ name, label, attributes, hint }: Field, problem: SignUpView['problem']): Html => {
  const isWrong = problem?.field === name
  const isFirst = problem === null ? name === 'company' : isWrong
  const text = isWrong ? problem.text : hint
  const described = text !== undefined && html` aria-describedby="${name}-hint"`
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" required ${attributes}${isFirst && html` autofocus`}${isWrong && html` aria-invalid="true"`}${described}>
${text !== undefined && html`<span class="hint" id="${name}-hint">${text}</span>`}</div>`
}

const fieldsOf = ({ typed, problem, minPasswordCharacters: least }: SignUpView): Html[] =>
  [
    { name: 'company', label: 'Company', attributes: html`autocomplete="organization" value="${typed.company}"` },
    { name: 'name', label: 'Your name', attributes: html`autocomplete="name" value="${typed.name}"` },
    {
      name: 'email',
      label: 'Work email',
      attributes: html`type="email" autocomplete="username" autocapitalize="none" spellcheck="false" value="${typed.email}"`,
      hint: 'We send a code there. If your company is here already, ask a colleague to invite you.',
    },
    {
      name: 'password',
      label: 'Password',
      attributes: html`type="password" autocomplete="new-password" minlength="${least}"`,
      hint: `${least} characters or more. Spaces and any letters are fine; no other rules.`,
    },
  ].map((field) => fieldOf(field, problem))

/** What comes after it, on the dark half. */
const WHAT_FOLLOWS = html`<ol class="wide-only">
<li><b>Register an application</b><span>with a preview of what operators see</span></li>
<li><b>Build in your own sandbox</b><span>aircraft, flights, crew; yours from the first minute</span></li>
<li><b>Show it, go to production</b><span>one demo, then every operator can connect it</span></li></ol>`

export const signUpPage = (view: SignUpView): string => {
  const { place, problem } = view
  const form = html`<form method="post" action="${view.form.action}">${hiddenFields(view.form)}
<div><h1>Sign up as a provider</h1><p class="quiet">For companies that build for operators. Free in the sandbox.</p></div>
${!view.canSendMail && note('failed', html`<b>This host sends no email.</b> Ask it to make an account for you.`)}
${problem && note('failed', html`<b>Nothing was sent.</b> ${problem.text}.`)}
${fieldsOf(view)}
<button class="button primary">Send me a code</button>
<p class="small quiet">You become the owner; invite others later. Have an account? <a href="${view.signInHref}">Sign in</a></p>
</form>`
  return documentOf('Sign up as a provider', place, signInFrame(place, form, WHAT_FOLLOWS))
}

export interface SignUpCodeView {
  readonly place: PagePlace
  readonly email: string
  readonly untilMs: number
  /** Null before the first try. */
  readonly triesLeft: number | null
  /** Posts `code`. */
  readonly form: PostForm
  /** Sends another code. */
  readonly again: PostForm
  readonly signUpHref: string
  /** Where a demo shows its messages. */
  readonly outboxHref: string | null
}

export const signUpCodePage = (view: SignUpCodeView): string => {
  const { place, triesLeft } = view
  const wrong =
    triesLeft !== null &&
    note(
      'failed',
      html`<b>Not this code.</b> ${triesLeft} tries left. The code of another mail belongs to another sign-up.`,
    )
  const form = html`<form method="post" action="${view.form.action}">${hiddenFields(view.form)}
<div><h1>Look at your mail</h1>
<p class="quiet">If <bdi>${view.email}</bdi> can sign up, a code is there now. It works until ${timeOfDay(view.untilMs)}.</p></div>
${wrong}
<div class="field"><label for="code">Six digits</label>
<input class="mono digits" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" pattern="[0-9]{3} ?[0-9]{3}" required autofocus${triesLeft !== null && html` aria-invalid="true"`}></div>
<button class="button primary">Confirm</button>
<p class="small quiet">Nothing came? Look under spam, or <button class="link" form="again">have another code sent</button>. Wrong address? <a href="${view.signUpHref}">Start again</a>.${
    view.outboxHref !== null && html` This demo shows its mails in the <a href="${view.outboxHref}">outbox</a>.`
  }</p>
</form>`
  const again = html`<form id="again" hidden method="post" action="${view.again.action}">${hiddenFields(view.again)}</form>`
  return documentOf('Confirm your address', place, signInFrame(place, html`${form}${again}`))
}

/** The same for a sign-up that was confirmed, is too old, had too many tries or never existed. */
export const signUpOverPage = (place: PagePlace, signUpHref: string, signInHref: string): string => {
  const body = html`<form method="get" action="${signUpHref}">
<div><h1>This code is over</h1>
<p class="quiet">It was used, is too old or was mistyped too often, or the address has an account by now.</p></div>
<button class="button primary">Sign up again</button>
<p class="small quiet">Have an account? <a href="${signInHref}">Sign in</a></p>
</form>`
  return documentOf('This code is over', place, signInFrame(place, body))
}
