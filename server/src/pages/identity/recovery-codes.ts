/** Recovery codes, shown once: when a second step is set up, and when new ones are made. */
import { html } from '../html.ts'
import type { PagePlace } from '../layout.ts'
import { RECOVERY_SCRIPT } from '../recovery-script.ts'
import { cardHead, recoveryCard } from './recovery-card.ts'

export interface RecoveryCodesView {
  readonly place: PagePlace
  readonly email: string
  readonly codes: readonly string[]
  readonly onward: string
}

const TITLE = 'Store your recovery codes'

export const recoveryCodesPage = ({ place, email, codes, onward }: RecoveryCodesView): string => {
  const card = html`<div class="stack">${cardHead(TITLE, 'Each works once in place of your code. They are not shown again, to anyone.')}
<ol class="recovery-codes" data-codes="${place.host}, ${email}">${codes.map((code) => html`<li>${code}</li>`)}</ol>
<div class="row" data-codes="tools" hidden><button class="button slim" type="button" data-do="copy">Copy</button>
<button class="button slim" type="button" data-do="save">Save as text</button>
<button class="button slim" type="button" data-do="print">Print</button><span class="small" role="status"></span></div>
<p class="small quiet">Keep them where you find them without your phone.</p>
<form class="stack" method="get" action="${onward.split('?')[0]}">${onwardFields(onward)}<button class="button primary">I stored them</button></form></div>`
  return recoveryCard(TITLE, place, card, RECOVERY_SCRIPT)
}

const onwardFields = (onward: string) =>
  [...new URLSearchParams(onward.split('?')[1] ?? '')].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
