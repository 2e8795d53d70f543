/** Where the link of a reset leads: a new password, and what it ends. */
import { html } from '../html.ts'
import type { PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'
import { RECOVERY_SCRIPT } from '../recovery-script.ts'
import { cardHead, recoveryCard } from './recovery-card.ts'

export interface ResetView {
  readonly place: PagePlace
  readonly email: string
  /** What was wrong with the form before this page. */
  readonly problem: string | null
  /** What was typed before. */
  readonly code: string
  readonly minPasswordCharacters: number
  /** Posts `code` and `new_password`. */
  readonly form: PostForm
}

/**
 * The script takes the code from the link's fragment and hides the field; without the script the user types the code
 * from the message.
 */
export const resetPage = (view: ResetView): string => {
  const { place, minPasswordCharacters: least } = view
  const card = html`<form class="stack" method="post" action="${view.form.action}">${hiddenFields(view.form)}
${cardHead('Choose a new password', html`For ${view.email} at <bdi>${place.operatorName}</bdi>.`)}
${view.problem !== null && note('failed', html`<b>Nothing was set.</b> ${view.problem}`)}
<input hidden readonly autocomplete="username" value="${view.email}">
<div class="field" data-code="fragment"><label for="code">Code from the message</label>
<input class="mono" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required value="${view.code}"></div>
<div class="field"><label for="new">New password</label>
<input id="new" name="new_password" type="password" autocomplete="new-password" minlength="${least}" required aria-describedby="new-hint">
<span class="hint" id="new-hint">${least} characters or more.</span></div>
<button class="button primary">Set it and sign in</button>
<p class="small quiet">Your other sessions end. Applications stay connected.</p></form>`
  return recoveryCard('Choose a new password', place, card, RECOVERY_SCRIPT)
}

/** The same for a link that was used, is over or never was. */
export const resetOverPage = (place: PagePlace, forgottenHref: string): string =>
  recoveryCard(
    'This link is over',
    place,
    html`<div class="stack">${cardHead('This link is over', 'It was used, is older than 30 minutes, or a newer one was sent.')}
<p class="row"><a class="button primary" href="${forgottenHref}">Ask for another link</a></p></div>`,
  )
