/** The second step of a sign-in, for users who set one up: a code from their authenticator (access-model §10). */
import { html } from '../html.ts'
import { documentOf, type Place } from '../layout.ts'
import { note } from '../note.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'
import { type StaleForm, signInFrame, staleFormNote, type Throttled, throttledNote } from './sign-in.ts'

export interface SecondStepView {
  readonly place: Place
  readonly email: string
  readonly state: { readonly kind: 'first' } | { readonly kind: 'wrong' } | StaleForm | Throttled
  /** Posts `code`. */
  readonly form: PostForm
  /** Back to the first step, to sign in as another user. */
  readonly backHref: string
}

export const secondStepPage = (view: SecondStepView): string => {
  const { place, state } = view
  const wrong = state.kind === 'wrong'
  const form = html`<form method="post" action="${view.form.action}">${hiddenFields(view.form)}
<div><h1>Code from your authenticator</h1><p class="quiet">One more step to sign in to <bdi>${place.operatorName}</bdi>.</p></div>
${wrong && note('failed', html`<b>Not signed in.</b> The code is wrong, or was used before. Take the one shown now.`)}
${state.kind === 'throttled' && throttledNote(state)}
${state.kind === 'stale-form' && staleFormNote(state)}
<div class="field"><label for="code">Six digits</label>
<input class="mono digits" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" pattern="[0-9]{3} ?[0-9]{3}" required aria-describedby="code-hint"${wrong && html` aria-invalid="true"`}>
<span class="hint" id="code-hint">For ${view.email}. The code changes every 30 seconds.</span></div>
<button class="button primary">Continue</button>
<p class="small quiet"><a href="${view.backHref}">Sign in as someone else</a></p>
</form>`
  return documentOf(`Second step for ${place.operatorName}`, place, signInFrame(place, form))
}
