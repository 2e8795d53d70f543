/**
 * The consent page: one question, and everything needed to answer it (pages §3). The form sends only the decision and
 * the id of the consent request, which records what is shown here: what was shown is what is granted (access-model §4).
 */

import { GRANT_REFRESH_TOKEN_IDLE_SECONDS } from '../../domain/limits.ts'
import type { BeyondKind } from '../../domain/oauth/beyond-kind.ts'
import type { ConsentSummary, ScopeLine } from '../../domain/oauth/consent-summary.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { type PersonView, personFact, switchPersonForm } from '../identity/person.ts'
import { type ProofAsked, proofFields } from '../identity/proof.ts'
import { documentOf, headerBar, type PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { PASSKEY_SCRIPT } from '../passkey-script.ts'
import type { PostForm } from '../post-form.ts'
import { day } from '../time.ts'
import { type ApplicationView, applicationFacts, applicationLogo, KIND_IN_SENTENCE, monogram } from './application.ts'
import { redirectPlace } from './redirect-place.ts'

export interface ConsentView {
  readonly place: PagePlace
  readonly application: ApplicationView
  readonly person: PersonView
  readonly summary: ConsentSummary
  /**
   * The grant that this one replaces, if the application is already connected; `byName` is null if the reader gave it.
   */
  readonly earlier: { readonly byName: string | null; readonly atMs: number } | null
  readonly redirectUri: string
  /** Where access is ended: the add-ons panel, or the account page for a personal application. */
  readonly endAccessHref: string
  /** The form posts `request` and `decision` (`allow` or `cancel`) here. */
  readonly action: string
  /** The id of the consent request. */
  readonly request: string
  /** What is asked for beyond the kind of the application; null where nothing is. */
  readonly beyondKind: BeyondKind | null
  /** What is chosen beside the scopes: for whom it acts, or what it offers; null where nothing is. */
  readonly choices: ChoicesView | null
  /** What is asked of somebody who signed in a while ago; null where they did a moment ago. */
  readonly proof: ProofAsked | null
  /** Nothing was ticked, and nothing was allowed. */
  readonly isChoiceMissing: boolean
  /** What is other than the reader saw when they decided; null where nothing is. */
  readonly changed: readonly string[] | null
  /** The digest of what is shown, which comes back with the decision. */
  readonly seen: string
  /** Signs out and returns to this question. */
  readonly notYou: PostForm
}

interface ChoicesView {
  readonly of: 'providers' | 'aircraft'
  readonly list: readonly ChoiceView[]
  readonly total: number
  /** There are others, which are chosen later. */
  readonly isMore: boolean
  /** Chosen before, and too many for the page: they stay. */
  readonly kept: number
  readonly search: string
  /** How many match beside what is ticked. */
  readonly found: number
}

interface ChoiceView {
  readonly id: string
  readonly name: string
  readonly detail: string
  readonly isChosen: boolean
}

/** What a ticked one is called in the form. */
export const CHOICE_FIELD = 'chosen-'

const CHOICE_WORDS = {
  providers: {
    none: 'You have no handlers or suppliers yet',
    later: (app: Html) =>
      html`${app} answers for providers among your contacts. Add them, then choose them in Add-ons: until then it sees no request.`,
    question: 'For whom does it answer?',
    others: (_app: Html) => html`Requests and names of your other providers stay closed to it.`,
    tick: 'Tick at least one provider.',
    many: 'providers',
  },
  aircraft: {
    none: 'You have no aircraft yet',
    later: (app: Html) =>
      html`${app} offers aircraft of yours. Add them, then choose them in Add-ons: until then it sees none.`,
    question: 'Which aircraft may it offer?',
    others: (app: Html) =>
      html`Of the others ${app} has no schedule, empty leg or quote, and reads the record of one only where it flies what was bought there. Aircraft that join the fleet later are chosen in Add-ons.`,
    tick: 'Tick at least one aircraft.',
    many: 'aircraft',
  },
}

/** Fewer are seen at once. */
const SEARCHED_FROM = 9

const totalOf = ({ total, isMore }: ChoicesView): string => (isMore ? `more than ${total}` : String(total))

/** The first button of the form, so that Enter in the field searches and decides nothing. */
const searchField = (choices: ChoicesView, many: string): Html | null =>
  choices.total < SEARCHED_FROM
    ? null
    : html`<div class="choice-search"><label class="unseen" for="search">Search ${totalOf(choices)} ${many}</label>
<input type="search" id="search" name="search" maxlength="100" autocomplete="off" placeholder="Search ${totalOf(choices)} ${many}" value="${choices.search}"><button class="button" name="decision" value="search" formnovalidate>Search</button></div>`

/** What the list is: what matches, and what is not shown. */
const aboutList = ({ list, search, found, total, isMore, kept }: ChoicesView, many: string): Html | null => {
  const ticked = search === '' ? 0 : list.filter(({ isChosen }) => isChosen).length
  const hidden = (search === '' ? total - kept : ticked + found) - list.length
  const parts = [
    search !== '' && (found === 0 ? 'Nothing else matches. What is ticked stays.' : 'What is ticked stays.'),
    hidden > 0 && `Not shown: ${hidden} more ${many}. Search for them.`,
    isMore && `Search looks through ${total} ${many}; others are chosen in Add-ons.`,
    kept > 0 && `Not shown, chosen before and kept: ${kept}.`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : html`<p class="small quiet" role="status">${parts.join(' ')}</p>`
}

/** Counted by the style sheet, as ticks come and go: the page has no script. */
const chosenCount = ({ choices }: ConsentView): Html | null =>
  choices === null || choices.list.length === 0
    ? null
    : html`<p class="chosen"><b>You chose <span class="chosen-count"></span> of ${totalOf(choices)} ${CHOICE_WORDS[choices.of].many}</b>${choices.kept > 0 && html`, and ${choices.kept} that stay`}</p>`

const choice = ({ application, choices, isChoiceMissing }: ConsentView): Html | null => {
  if (choices === null) return null
  const app = isolated(application.name)
  const words = CHOICE_WORDS[choices.of]
  if (choices.total === 0)
    return html`<h2>${words.none}</h2>
<p class="small quiet">${words.later(app)}</p>`
  return html`<fieldset class="act-for"${isChoiceMissing && html` aria-describedby="choice-missing"`}><legend><h2>${words.question}</h2></legend>
<p class="small quiet">${words.others(app)}</p>
${isChoiceMissing && html`<div class="note failed" id="choice-missing" role="alert">${icon('x')}<p><b>${words.tick}</b> Without one ${app} would see nothing. Nothing was allowed.</p></div>`}
${searchField(choices, words.many)}
<ul class="scopes">${choices.list.map(
    ({ id, name, detail, isChosen }) =>
      html`<li><label><input type="checkbox" name="${CHOICE_FIELD}${id}" value="yes"${isChosen && html` checked`}><span><b><bdi>${name}</bdi></b> <span class="small quiet">${detail}</span></span></label></li>`,
  )}</ul>${aboutList(choices, words.many)}</fieldset>`
}

const IDLE_DAYS = GRANT_REFRESH_TOKEN_IDLE_SECONDS / 86_400

const asksForMore = ({ added }: ConsentSummary): boolean => added.reads.length + added.writes.length > 0

/** One question with both names: "Allow <application> <between> <operator><end>". */
const question = ({ application, earlier, summary }: ConsentView): { between: string; end: string } => {
  if (application.personal) return { between: 'to use your own details at', end: '?' }
  if (earlier === null) return { between: 'to connect to', end: '?' }
  return asksForMore(summary) ? { between: 'more access to', end: '?' } : { between: 'to connect to', end: ' again?' }
}

const isolated = (name: string): Html => html`<bdi>${name}</bdi>`

const scopeItems = (lines: readonly ScopeLine[]): Html[] =>
  lines.map(({ scope, text }) => html`<li>${text} <code>${scope}</code></li>`)

const readGroup = (lines: readonly ScopeLine[]): Html | null =>
  lines.length === 0
    ? null
    : html`<section class="scopes" aria-labelledby="reads"><h3 id="reads">${icon('eye')}See<span class="count">${lines.length} read</span></h3>
<ul>${scopeItems(lines)}</ul></section>`

const writeGroup = (lines: readonly ScopeLine[]): Html | null =>
  lines.length === 0
    ? null
    : html`<section class="scopes writes" aria-labelledby="writes"><h3 id="writes">${icon('pencil')}Change<span class="tag">${lines.length} write</span></h3>
<ul>${scopeItems(lines)}</ul></section>`

const firstAsk = ({ application, summary, choices }: ConsentView): Html =>
  html`<h2>${choices?.list.length ? 'For these, ' : ''}<bdi>${application.name}</bdi> will be able to</h2>
${application.personal && html`<p class="small quiet">For you alone: your own details, and nobody else’s.</p>`}
${readGroup(summary.added.reads)}${writeGroup(summary.added.writes)}`

/** For a second consent: new writes, new reads, what stays, what ends. */
const askAgain = ({ application, summary }: ConsentView, earlier: NonNullable<ConsentView['earlier']>): Html => {
  const { added, kept, lost } = summary
  const isMore = asksForMore(summary)
  const who = earlier.byName === null ? 'you' : html`<bdi>${earlier.byName}</bdi>`
  return html`<h2>${isMore ? html`New: ${isolated(application.name)} will also be able to` : 'Nothing new is asked for'}</h2>
${writeGroup(added.writes)}${readGroup(added.reads)}
${
  kept.length > 0 &&
  html`<details class="scopes"${!isMore && html` open`}><summary><b>Already allowed: ${kept.length}</b> <span class="small quiet">by ${who} on ${day(earlier.atMs)}, unchanged</span></summary>
<ul>${scopeItems(kept)}</ul></details>`
}
${lost.length > 0 && html`<h2>No longer asked for, and ends</h2><ul class="lost">${scopeItems(lost)}</ul>`}`
}

/** In heavier words than the list below it: nobody expects this of an application of its kind (data §2, threats row 327). */
const beyondNote = ({ application, beyondKind }: ConsentView): Html | null =>
  beyondKind &&
  html`<section class="note beyond" aria-labelledby="beyond">${icon('alert')}<div><h2 id="beyond">This goes beyond its kind</h2>
<p><b>${KIND_IN_SENTENCE[application.kind]} that may also ${beyondKind.doing}.</b> Applications of its kind may not. Airside support allowed it to ${isolated(application.name)} alone, until ${day(beyondKind.lastDayMs)}; then it ends by itself.</p></div></section>`

/** "Still" would be wrong for a scope that ends only now. */
const deniedList = ({ summary, earlier }: ConsentView): Html =>
  html`<section aria-labelledby="denied"><h2 id="denied">It will ${earlier && summary.lost.length === 0 && 'still '}not be able to</h2>
<ul class="denied">${summary.denied.map(({ text }) => html`<li>${icon('x')}${text}</li>`)}</ul></section>`

const lifetimeFact = ({ application, earlier, endAccessHref }: ConsentView): Html => {
  const where = application.personal ? ['on', 'your account page'] : ['in', 'Add-ons']
  return html`<div><dt>Access lasts</dt><dd>Until you end it ${where[0]} <a href="${endAccessHref}">${where[1]}</a></dd>
<dd>or ${IDLE_DAYS} days without use, whichever comes first.${
    earlier && html` If you cancel now, nothing changes.`
  }</dd></div>`
}

const changedNote = ({ changed }: ConsentView): Html | null =>
  changed &&
  note(
    'failed',
    html`<b>It changed while you read.</b> Nothing was allowed. Changed since you looked: ${changed.join(', ')}. Read it again, as it is now.`,
  )

const BUTTONS = html`<div class="choice"><button class="button" name="decision" value="cancel">Cancel</button><button class="button primary" name="decision" value="allow">Allow</button></div>`

/** Allow comes first in the markup, so that Enter in the password's field does not cancel. */
const PROVEN_BUTTONS = html`<div class="choice signing"><button class="button primary" name="decision" value="allow">Allow</button><button class="button" name="decision" value="cancel" formnovalidate>Cancel</button></div>`

const answerSide = (view: ConsentView): Html =>
  html`<div class="answer">${chosenCount(view)}${deniedList(view)}
<dl class="facts">${personFact(view.person)}
<div><dt>Your browser then goes to</dt><dd>${redirectPlace(view.redirectUri)}</dd></div>
${lifetimeFact(view)}</dl>
${view.proof && proofFields(view.proof, 'Nothing was allowed.')}
${view.proof ? PROVEN_BUTTONS : BUTTONS}
</div>`

export const consentPage = (view: ConsentView): string => {
  const { application, place, earlier } = view
  const { between, end } = question(view)
  const body = html`${headerBar(place.host)}
<main id="main" class="middle">
<form class="card halves" method="post" action="${view.action}"><input type="hidden" name="request" value="${view.request}"><input type="hidden" name="seen" value="${view.seen}">
<div class="ask">${changedNote(view)}<div class="pair">${applicationLogo(application)}${icon('swap')}${monogram(place.operatorName)}</div>
<h1>Allow ${isolated(application.name)} ${between} ${isolated(place.operatorName)}${end}</h1>
${applicationFacts(application)}
${beyondNote(view)}
${choice(view)}
${earlier === null ? firstAsk(view) : askAgain(view, earlier)}</div>
${answerSide(view)}
</form>
${switchPersonForm(view.notYou)}
</main>`
  return documentOf(
    `Allow ${application.name} ${between} ${place.operatorName}${end}`,
    place,
    body,
    view.proof && PASSKEY_SCRIPT,
  )
}
