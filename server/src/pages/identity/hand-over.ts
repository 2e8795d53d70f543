/** Where a browser arrives from the portal: its script sends what was handed over, and the page is gone in a moment. */
import { HAND_OVER_SCRIPT } from '../hand-over-script.ts'
import { html } from '../html.ts'
import type { PagePlace } from '../layout.ts'
import { cardHead, recoveryCard } from './recovery-card.ts'

export interface HandOverView {
  readonly place: PagePlace
  /** Takes `carried`. */
  readonly action: string
  readonly signInHref: string
}

export const handOverPage = ({ place, action, signInHref }: HandOverView): string => {
  const card = html`<form class="stack" method="post" action="${action}" data-hand-over>
${cardHead('Signing you in', html`You come from the developer portal to <bdi>${place.operatorName}</bdi>.`)}
<input type="hidden" name="carried" value="">
<p data-hand-over="missing" hidden>This page came without what the portal hands over: open the sandbox from the portal again.</p>
<noscript><p>This step needs a script.</p></noscript>
<p class="small quiet">Nothing happens? <a href="${signInHref}">Sign in with your password</a>.</p></form>`
  return recoveryCard('Signing you in', place, card, HAND_OVER_SCRIPT)
}
