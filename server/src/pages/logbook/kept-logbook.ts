/** Where the mail to a removed user leads: one button, which saves their logbook. */

import { html } from '../html.ts'
import { cardHead, recoveryCard } from '../identity/recovery-card.ts'
import type { PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { RECOVERY_SCRIPT } from '../recovery-script.ts'

export interface KeptLogbookView {
  readonly place: PagePlace
  /** What was wrong with the form before this page. */
  readonly problem: string | null
  /** Where the form is sent. */
  readonly action: string
}

/**
 * The same for everybody: what opens the logbook stands in the link's fragment, which the script takes; without it, the
 * code of the message is typed. Nothing is used up by looking at the page.
 */
export const keptLogbookPage = ({ place, problem, action }: KeptLogbookView): string => {
  const about = html`At <bdi>${place.operatorName}</bdi>, as it stood when you left. It is kept for 30 days.`
  const card = html`<form class="stack" method="post" action="${action}">
${cardHead('Save your logbook', about)}
${problem !== null && note('failed', html`<b>Nothing was saved.</b> ${problem}`)}
<div class="field" data-code="fragment"><label for="code">Code from the message</label>
<input class="mono" id="code" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" required></div>
<button class="button primary">Save as a table (CSV)</button>
<p class="small quiet">You can save it as often as you like until then. It opens nothing else.</p></form>`
  return recoveryCard('Save your logbook', place, card, RECOVERY_SCRIPT)
}
