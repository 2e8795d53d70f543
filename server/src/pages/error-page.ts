/** Error pages on our own address: what the error means for the reader, and the details a developer needs. */
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import { documentOf, headerBar, type PagePlace } from './layout.ts'
import { duration, moment } from './time.ts'

/** An operator's address that the reader may have meant. */
export interface OperatorLink {
  readonly href: string
  readonly host: string
}

export type Problem =
  /** The first two never redirect (access-model §4). */
  | { readonly kind: 'unknown-client' }
  | { readonly kind: 'wrong-redirect'; readonly askedFor: string | null }
  | { readonly kind: 'not-in-production'; readonly applicationName: string }
  | { readonly kind: 'suspended'; readonly applicationName: string }
  | { readonly kind: 'suspended-here'; readonly applicationName: string }
  | { readonly kind: 'sandbox-suspended'; readonly operatorId: string }
  | { readonly kind: 'not-your-sandbox' }
  | { readonly kind: 'hand-over-over' }
  | { readonly kind: 'no-account-there' }
  /** A consent or sign-in form that was used before, is too old, or came from another site. */
  | { readonly kind: 'stale-form' }
  | { readonly kind: 'unreadable-form' }
  /** What is allowed. */
  | { readonly kind: 'long-query'; readonly kilobytes: number; readonly parameters: number }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'for-administrators' }
  | { readonly kind: 'not-found' }
  | {
      readonly kind: 'unknown-operator'
      readonly operatorId: string
      /** Nearly the same name, of those that this browser visited or the first page shows. */
      readonly meant: OperatorLink | null
      /** The others that this browser visited. */
      readonly visited: readonly OperatorLink[]
    }
  /** The reason is for administrators of it who are signed in; null for everybody else. */
  | {
      readonly kind: 'operator-suspended'
      readonly name: string
      readonly since: number
      readonly contact: string
      readonly reason: string | null
    }
  | { readonly kind: 'unknown-address' }
  /** `meant` is the path with the slash that the requested one lacks. */
  | { readonly kind: 'unknown-path'; readonly path: string; readonly meant: string | null }
  | { readonly kind: 'wrong-method' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'outcome-unknown' }
  | { readonly kind: 'too-many'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }

export interface ErrorPageView {
  /** Null if the address belongs to no operator. */
  readonly place: PagePlace | null
  readonly host: string
  readonly problem: Problem
  /** For logs and the error catalogue: the code, the request's id, the time. */
  readonly developer: { readonly code: string; readonly requestId: string; readonly atMs: number }
  /** Where the reader can continue, if anywhere. */
  readonly home: { readonly label: string; readonly href: string } | null
}

/** A host name breaks after its dots. */
const hostName = (host: string): Html =>
  html`${host.split('.').map((part, at) => html`${at > 0 ? html`.<wbr>` : null}${part}`)}`

interface Words {
  readonly title: string
  readonly text: Html | string
}

const PATH_SHOWN = 200
const UNUSABLE_LINK = 'This link cannot be used'

const wordsFor = (problem: Problem): Words => {
  switch (problem.kind) {
    case 'unknown-client':
      return {
        title: UNUSABLE_LINK,
        text: 'It names an application that is not registered here. We sent you nowhere, and nothing was shared.',
      }
    case 'wrong-redirect':
      return {
        title: UNUSABLE_LINK,
        text: 'The application asked to send you to an address that it has not registered. We did not send you there, and nothing was shared.',
      }
    case 'not-in-production':
      return {
        title: 'This application is not in production yet',
        text: html`<bdi>${problem.applicationName}</bdi> can be tried in the sandbox, but cannot be connected to an operator’s live data yet. We sent you nowhere, and nothing was shared.`,
      }
    case 'suspended':
      return {
        title: 'This application is suspended',
        text: html`<bdi>${problem.applicationName}</bdi> cannot be connected until support lets it work again. We sent you nowhere, and nothing was shared.`,
      }
    case 'suspended-here':
      return {
        title: 'This application is suspended here',
        text: html`Whoever runs this service suspended what was granted to <bdi>${problem.applicationName}</bdi> here, and takes it back when it is safe. Until then it cannot be connected again. We sent you nowhere, and nothing was shared.`,
      }
    case 'sandbox-suspended':
      return {
        title: 'Your sandbox operator is suspended',
        text: html`<code>${problem.operatorId}</code> is closed, and no query reaches it. Write to support to have it opened again.`,
      }
    case 'not-your-sandbox':
      return {
        title: 'This is not your sandbox operator',
        text: 'The portal leads members to the sandbox operator of their own company, and to no other. You are signed in nowhere else than before.',
      }
    case 'hand-over-over':
      return {
        title: 'This way in is over',
        text: 'It works once, within a minute, and in the browser that asked for it. Open the sandbox from the portal again.',
      }
    case 'no-account-there':
      return {
        title: 'You have no account here any more',
        text: 'An administrator of this sandbox removed or suspended it. Ask one of them to invite you again.',
      }
    case 'stale-form':
      return {
        title: 'This page is no longer valid',
        text: 'It was answered before, is too old, or was not sent from this address. Nothing was changed. Go back to the application and start again.',
      }
    case 'unreadable-form':
      return {
        title: 'This form could not be read',
        text: 'What arrived is not what the page sends. Nothing was changed. Go back, load the page again and repeat the step.',
      }
    case 'long-query':
      return {
        title: UNUSABLE_LINK,
        text: `What follows the question mark in its address is too long: it has at most ${problem.kilobytes} KB and ${problem.parameters} parameters. We sent you nowhere, and nothing was shared.`,
      }
    case 'forbidden':
      return { title: 'You may not do this', text: 'Your account does not allow it. Nothing was changed.' }
    case 'for-administrators':
      return {
        title: 'This page is not for your role',
        text: 'You are signed in, and your account does not open it. An administrator can open it, or give you the role.',
      }
    case 'not-found':
      return { title: 'There is nothing here', text: 'The address is mistyped, or what stood here is gone.' }
    case 'unknown-operator':
      return {
        title: `There is no operator “${problem.operatorId}” here`,
        text: problem.meant
          ? html`Did you mean <a href="${problem.meant.href}">${hostName(problem.meant.host)}</a>? The first part of the address names the operator.`
          : 'The first part of the address names the operator. It may be mistyped, or the operator has another name now. Ask whoever sent you this address for the name that stands before the first dot.',
      }
    case 'operator-suspended':
      return {
        title: `${problem.name} is suspended`,
        text: 'Whoever runs this service closed this address for a time. Nobody works here, no application and no key gets an answer, and nothing is imported or sent. Nothing is lost: all records stand as they stood, and everything goes on when it is opened again.',
      }
    case 'unknown-address':
      return {
        title: 'There is nothing at this address',
        text: 'This host name is not one of ours. It may be mistyped.',
      }
    case 'unknown-path':
      return {
        title: 'There is no such page',
        text: html`There is nothing at <code>${problem.path.slice(0, PATH_SHOWN)}</code>. ${
          problem.meant === null
            ? 'The link may be old, or the address mistyped.'
            : html`The path is <a href="${problem.meant}">${problem.meant}</a>.`
        } If you are signed in, you still are.`,
      }
    case 'wrong-method':
      return {
        title: 'This address is for programs',
        text: 'It answers another kind of request than a browser sends when it opens a page. Nothing was changed.',
      }
    case 'broken':
      return {
        title: 'Something broke on our side',
        text: 'It is logged under the request id below. Please try again.',
      }
    case 'outcome-unknown':
      return {
        title: 'It is not known whether this was done',
        text: 'Our store was lost at the last step. Look whether the change is there before you repeat it.',
      }
    case 'too-many':
      return {
        title: 'Too many tries',
        text: `There were too many requests from your network. Go back and try again in ${duration(problem.retryAfterSeconds)}.`,
      }
    case 'unavailable':
      return {
        title: 'Not available just now',
        text: `We are busy or restarting. Please try again in ${duration(problem.retryAfterSeconds)}.`,
      }
  }
}

const suspensionFacts = (problem: Problem): Html | null =>
  problem.kind === 'operator-suspended'
    ? html`<div><dt>Since</dt><dd>${moment(problem.since)}</dd></div>
<div><dt>Reason</dt><dd>${problem.reason ?? 'Its administrators got it by mail, and read it here when they are signed in.'}</dd></div>
<div><dt>Write to</dt><dd><a href="mailto:${problem.contact}">${problem.contact}</a></dd></div>`
    : null

const visitedFacts = (problem: Problem): Html | null =>
  problem.kind === 'unknown-operator' && problem.visited.length > 0
    ? html`<div><dt>Visited in this browser</dt>${problem.visited.map(({ href, host }) => html`<dd><a href="${href}">${hostName(host)}</a></dd>`)}</div>`
    : null

const askedForFact = (problem: Problem): Html | null =>
  problem.kind === 'wrong-redirect' && problem.askedFor !== null
    ? html`<div><dt>Asked for</dt><dd><code>${problem.askedFor.slice(0, 500)}</code></dd></div>`
    : null

export const errorPage = (view: ErrorPageView): string => {
  const { title, text } = wordsFor(view.problem)
  const { code, requestId, atMs } = view.developer
  const body = html`${headerBar(view.host)}
<main id="main" class="middle narrow"><div class="card padded">
<h1 class="failed">${icon('failed')}${title}</h1>
<p>${text}</p>
<dl class="facts">${askedForFact(view.problem)}${suspensionFacts(view.problem)}${visitedFacts(view.problem)}
<div><dt>For the developer</dt><dd><code>${code}</code></dd>
<dd>Request id <code>${requestId}</code>, ${moment(atMs)}</dd></div></dl>
${view.home && html`<a class="button" href="${view.home.href}">${view.home.label}</a>`}
</div></main>`
  return documentOf(title, view.place, body)
}
