/** What somebody types to prove who they are, where their sign-in is longer ago than ten minutes. */
import { type Html, html } from '../html.ts'
import { note } from '../note.ts'
import type { PasskeyPlaces } from '../passkey-script.ts'

/** What the person gives to prove who they are; null where they did a moment ago. */
export interface ProofAsked {
  readonly asksCode: boolean
  readonly passkey: PasskeyPlaces
  /** Why it was not accepted. */
  readonly problem: string | null
}

/** `undone` says what did not happen where it was not accepted: "Not signed." */
export const proofFields = ({ asksCode, passkey, problem }: ProofAsked, undone: string): Html =>
  html`<div class="proof">${problem !== null && note('failed', html`<b>${undone}</b> ${problem}.`)}
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required aria-describedby="why-proof"></div>
${
  asksCode &&
  html`<div class="field"><label for="code">Six digits of your authenticator</label>
<input class="mono digits" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" pattern="[0-9]{3} ?[0-9]{3}" required></div>`
}
<p class="small quiet" id="why-proof">Asked because you signed in more than ten minutes ago.</p>
<div class="passkey" data-passkey="sign-in" data-options="${passkey.options}" data-action="${passkey.action}" hidden>
<button class="button" type="button">Use a passkey instead</button><p class="small" role="alert"></p></div></div>`
