/**
 * The page on which a person signs (pages §3): one question, exactly what is signed, and what follows from it. The form
 * sends the digest of what is shown here, so that nothing else is signed (threats row 293).
 */
import type { Paper, PaperLine } from '../../domain/operations/logs/paper.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { type PersonView, personFact, switchPersonForm } from '../identity/person.ts'
import { type ProofAsked, proofFields } from '../identity/proof.ts'
import { documentOf, headerBar, type PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { applicationLogo, monogram, type ShownApplication } from '../oauth/application.ts'
import { PASSKEY_SCRIPT } from '../passkey-script.ts'
import type { PostForm } from '../post-form.ts'
import { duration, moment, timeOfDay } from '../time.ts'

export interface AskerView extends ShownApplication {
  readonly deviceId: string | null
  readonly askedAtMs: number
}

export interface ChangedValue {
  readonly label: string
  readonly read: string | null
  readonly now: string | null
}

interface Shared {
  readonly place: PagePlace
  readonly asker: AskerView
  readonly person: PersonView
  /** Signs out and returns to this page. */
  readonly notYou: PostForm
}

export interface ConfirmView extends Shared {
  readonly paper: Paper
  readonly expiresAtMs: number
  readonly secondsLeft: number
  /** The form posts `confirmation`, `digest` and `decision` here, and `password` and `code` where they are asked for. */
  readonly action: string
  readonly confirmation: string
  readonly digest: string
  readonly proof: ProofAsked | null
  /** What changed while the person read; null on a first visit. Empty where it is not known what. */
  readonly changed: readonly ChangedValue[] | null
}

const name = ({ asker }: Pick<Shared, 'asker'>): Html => html`<bdi>${asker.name}</bdi>`

const askedBy = ({ asker }: Shared): Html =>
  html`<p class="small quiet asked">Asked by <bdi>${asker.name}</bdi>${asker.deviceId !== null && html` on <bdi>${asker.deviceId}</bdi>`}, ${timeOfDay(asker.askedAtMs)}</p>`

const lines = (text: string): Html[] => text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`)

const valueCell = ({ text }: PaperLine): Html =>
  text === null ? html`<dd class="quiet">none</dd>` : html`<dd>${lines(text)}</dd>`

const largeTimes = (list: readonly PaperLine[]): Html | null =>
  list.length === 0
    ? null
    : html`<dl class="times">${list.map(({ label, text }) => html`<div><dt>${label}</dt><dd><b>${text ?? '–'}</b></dd></div>`)}</dl>`

const paperSection = ({ paper, place }: ConfirmView): Html =>
  html`<h2>You ${paper.act.toLowerCase()} exactly this</h2>
<section class="paper" aria-labelledby="paper"><h3 id="paper">${paper.heading}<span>${paper.day}</span></h3>
${largeTimes(paper.timeList)}
<dl>${paper.lineList.map((line) => html`<dt>${line.label}</dt>${valueCell(line)}`)}</dl></section>
<p class="small quiet paper-note">${paper.name}. This is what <bdi>${place.operatorName}</bdi> keeps and you sign, whatever another screen shows. ${paper.note}</p>`

const list = (className: string, iconName: 'good' | 'x', texts: readonly (string | Html)[]): Html =>
  html`<ul class="${className}">${texts.map((text) => html`<li>${icon(iconName)}<span>${text}</span></li>`)}</ul>`

const consequences = ({ paper, asker }: ConfirmView): Html =>
  html`<section aria-labelledby="then"><h2 id="then">When you ${paper.act.toLowerCase()}</h2>${list('denied', 'good', paper.thenList)}</section>
<section aria-labelledby="not"><h2 id="not">It does not</h2>
${list('denied', 'x', [...paper.notList, html`Give <bdi>${asker.name}</bdi> your passkey or password, or sign anything else`])}</section>`

const changedTable = (changed: readonly ChangedValue[]): Html | null =>
  changed.length === 0
    ? null
    : html`<table class="changed"><thead><tr><th scope="col">What</th><th scope="col">You read</th><th scope="col">Now</th></tr></thead>
<tbody>${changed.map(({ label, read, now }) => html`<tr><th scope="row">${label}</th><td><del>${read ?? 'none'}</del></td><td><ins>${now ?? 'none'}</ins></td></tr>`)}</tbody></table>`

const changedNote = ({ changed }: ConfirmView): Html | null =>
  changed &&
  html`${note('failed', html`<b>It changed while you read.</b> Nothing was signed. Read it again, as it is now.`)}${changedTable(changed)}`

const facts = (view: ConfirmView): Html =>
  html`<dl class="facts">${personFact(view.person)}
<div><dt>You can ${view.paper.act.toLowerCase()} until</dt><dd><b>${timeOfDay(view.expiresAtMs)}</b>, ${duration(view.secondsLeft)} left</dd>
<dd>${name(view)} then has 15 minutes to use it, once</dd></div></dl>`

/** Signing comes first in the markup, so that Enter in a field signs; the order on the page is that of every question. */
const buttons = ({ paper }: ConfirmView): Html =>
  html`<div class="choice signing"><button class="button primary" name="decision" value="sign">${paper.act}</button><button class="button" name="decision" value="cancel" formnovalidate>Cancel</button></div>`

export const confirmPage = (view: ConfirmView): string => {
  const { place, paper, proof } = view
  const body = html`${headerBar(place.host)}
<main id="main" class="middle">
<form class="card halves" method="post" action="${view.action}"><input type="hidden" name="confirmation" value="${view.confirmation}"><input type="hidden" name="digest" value="${view.digest}">
<div class="ask"><div class="pair">${applicationLogo(view.asker)}${icon('arrow')}${monogram(view.person.name)}</div>
<h1>${paper.question}</h1>
${askedBy(view)}
${changedNote(view)}
${paperSection(view)}</div>
<div class="answer">${consequences(view)}
${facts(view)}
${proof && proofFields(proof, 'Not signed.')}
${buttons(view)}</div>
</form>
${switchPersonForm(view.notYou)}
</main>`
  return documentOf(paper.question, place, body, proof && PASSKEY_SCRIPT)
}

/** What came of a confirmation, or why there is nothing to confirm. */
export type ConfirmOutcome =
  | { readonly kind: 'confirmed'; readonly atMs: number; readonly isUsed: boolean; readonly email: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'late'; readonly endedAtMs: number }
  | { readonly kind: 'over'; readonly why: string }
  | { readonly kind: 'asker-over' }
  | { readonly kind: 'other-person'; readonly waitsFor: string }

export interface ConfirmOutcomeView extends Shared {
  readonly outcome: ConfirmOutcome
}

interface Words {
  readonly title: string
  readonly icon: 'good' | 'x' | 'clock' | 'person'
  readonly text: Html
}

const wordsOf = (view: ConfirmOutcomeView): Words => {
  const { outcome, place } = view
  switch (outcome.kind) {
    case 'confirmed':
      return {
        title: 'Signed',
        icon: 'good',
        text: html`<p>Signed ${moment(outcome.atMs)}. ${outcome.isUsed ? html`${name(view)} has used it.` : html`Go back to ${name(view)}: it has 15 minutes to use it, once.`} A mail was sent to ${outcome.email}.</p>
<p class="small quiet">Was it not you? Tell <bdi>${place.operatorName}</bdi> now, and change your password.</p>`,
      }
    case 'refused':
      return {
        title: 'Not signed',
        icon: 'x',
        text: html`<p>${name(view)} is told that you did not sign, and nothing else.</p>`,
      }
    case 'late':
      return {
        title: 'The time to sign has passed',
        icon: 'clock',
        text: html`<p>It ended ${moment(outcome.endedAtMs)}. Nothing was signed. ${name(view)} can ask again.</p>`,
      }
    case 'over':
      return {
        title: 'There is nothing to sign any more',
        icon: 'clock',
        text: html`<p>${outcome.why} ${name(view)} can ask again.</p>`,
      }
    case 'asker-over':
      return {
        title: 'This can no longer be signed',
        icon: 'x',
        text: html`<p>Who asked, ${name(view)}, was suspended, disconnected or removed since. Nothing was signed.</p>`,
      }
    case 'other-person':
      return {
        title: `This waits for ${outcome.waitsFor}`,
        icon: 'person',
        text: html`<p>Only <bdi>${outcome.waitsFor}</bdi> can confirm it. Nothing of it is shown to others.</p>`,
      }
  }
}

export const confirmOutcomePage = (view: ConfirmOutcomeView): string => {
  const words = wordsOf(view)
  const body = html`${headerBar(view.place.host)}
<main id="main" class="middle narrow"><div class="card padded">
<div class="titled">${icon(words.icon)}<h1>${words.title}</h1></div>
${askedBy(view)}
${words.text}
<dl class="facts">${personFact(view.person)}</dl>
</div>
${switchPersonForm(view.notYou)}
</main>`
  return documentOf(words.title, view.place, body)
}
