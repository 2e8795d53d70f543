/** The second step of a sign-in, for those who set one up: a code from their authenticator, or a recovery code. */
import { type Html, html } from '../html.ts'
import { documentOf, type PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'
import { type StaleForm, signInFrame, staleFormNote, type Throttled, throttledNote } from './sign-in.ts'

export interface SecondStepView {
  readonly place: PagePlace
  readonly email: string
  readonly state: { readonly kind: 'first' } | { readonly kind: 'wrong' } | StaleForm | Throttled
  /** Posts `code`. */
  readonly form: PostForm
  /** Back to the first step, to sign in as another user. */
  readonly backHref: string
  /** The page for the other kind of code. */
  readonly otherHref: string
  readonly asksFor: 'authenticator' | 'recovery-code'
}

interface Words {
  readonly title: string
  readonly about: string
  readonly wrong: Html
  readonly field: (invalid: Html | false, email: string) => Html
  readonly other: string
}

const WORDS: Readonly<Record<SecondStepView['asksFor'], Words>> = {
  authenticator: {
    title: 'Code from your authenticator',
    about: 'One more step to sign in to',
    wrong: html`<b>Not signed in.</b> The code is wrong, or was used before. Take the one shown now.`,
    field: (invalid, email) => html`<div class="field"><label for="code">Six digits</label>
<input class="mono digits" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" pattern="[0-9]{3} ?[0-9]{3}" required aria-describedby="code-hint"${invalid}>
<span class="hint" id="code-hint">For ${email}. The code changes every 30 seconds.</span></div>`,
    other: 'Use a recovery code',
  },
  'recovery-code': {
    title: 'Use a recovery code',
    about: 'In place of your authenticator, to sign in to',
    wrong: html`<b>This code is not accepted.</b> It is mistyped or was used before.`,
    field: (invalid, email) => html`<div class="field"><label for="code">Recovery code</label>
<input class="mono" id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required aria-describedby="code-hint"${invalid}>
<span class="hint" id="code-hint">For ${email}. Eight letters and digits, with or without the dash, small or capital.</span></div>`,
    other: 'Use the authenticator after all',
  },
}

export const secondStepPage = (view: SecondStepView): string => {
  const { place, state } = view
  const words = WORDS[view.asksFor]
  const wrong = state.kind === 'wrong'
  const form = html`<form method="post" action="${view.form.action}">${hiddenFields(view.form)}
<div><h1>${words.title}</h1><p class="quiet">${words.about} <bdi>${place.operatorName}</bdi>.</p></div>
${wrong && note('failed', words.wrong)}
${state.kind === 'throttled' && throttledNote(state)}
${state.kind === 'stale-form' && staleFormNote(state)}
${words.field(wrong && html` aria-invalid="true"`, view.email)}
<button class="button primary">Continue</button>
<p class="small"><a href="${view.otherHref}">${words.other}</a></p>
<p class="small quiet">Neither at hand? An administrator of <bdi>${place.operatorName}</bdi> can end your second step. <a href="${view.backHref}">Sign in as someone else</a></p>
</form>`
  return documentOf(`Second step for ${place.operatorName}`, place, signInFrame(place, form))
}
