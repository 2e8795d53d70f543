/** The page of an invitation: the code from the e-mail, and a new password. */
import { html } from '../html.ts'
import { documentOf, type PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'
import { signInFrame } from './sign-in.ts'

export interface InvitationView {
  readonly place: PagePlace
  readonly email: string
  readonly name: string
  /** Why the last submission was refused. */
  readonly problem: string | null
  readonly minPasswordCharacters: number
  /** Posts `code` and `new_password`. */
  readonly form: PostForm
}

export const invitationPage = (view: InvitationView): string => {
  const { place, minPasswordCharacters: least } = view
  const form = html`<form method="post" action="${view.form.action}">${hiddenFields(view.form)}
<div><h1>Welcome, <bdi>${view.name}</bdi></h1>
<p class="quiet">Choose a password for your <bdi>${place.operatorName}</bdi> account.</p></div>
${view.problem !== null && note('failed', html`<b>Nothing was set.</b> ${view.problem}`)}
<input hidden readonly autocomplete="username" value="${view.email}">
<div class="field"><label for="code">Code from the message</label>
<input class="mono" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required aria-describedby="code-hint">
<span class="hint" id="code-hint">It was sent to ${view.email} and works once.</span></div>
<div class="field"><label for="new">New password, ${least} characters or more</label>
<input id="new" name="new_password" type="password" autocomplete="new-password" minlength="${least}" required></div>
<button class="button primary">Set password</button>
</form>`
  return documentOf(`Your invitation to ${place.operatorName}`, place, signInFrame(place, form))
}

/** The same for an invitation that was used, has expired or never existed. */
export const invitationOverPage = (place: PagePlace, signInHref: string): string => {
  const body = html`<form method="get" action="${signInHref}">
<div><h1>This invitation is over</h1>
<p class="quiet">It was used, is too old, or a newer one was sent. Ask an administrator of <bdi>${place.operatorName}</bdi> for another.</p></div>
<p>If you have chosen a password already, sign in with it.</p>
<button class="button primary">Sign in</button>
</form>`
  return documentOf('This invitation is over', place, signInFrame(place, body))
}
