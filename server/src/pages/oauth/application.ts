/** An application as pages show it. Its provider wrote all of it, so it is untrusted text, never markup. */
import type { ApplicationKind } from '../../domain/scopes.ts'
import { type Html, html, safeHref } from '../html.ts'
import { day } from '../time.ts'

export interface ShownApplication {
  readonly name: string
  /** A path on our own address, or a raster image as a data URI; for null or anything else initials are shown. */
  readonly logo: string | null
}

export interface ApplicationView extends ShownApplication {
  readonly providerName: string
  readonly website: string
  readonly kind: ApplicationKind
  /** Reaches one user's own details only (access-model §8). */
  readonly personal: boolean
  /** Null: test environment only. */
  readonly productionSinceMs: number | null
}

const KIND_NAMES: Record<ApplicationKind, string> = {
  marketplace: 'Marketplace',
  'flight-support': 'Flight support',
  'electronic-flight-bag': 'Electronic flight bag',
  'safety-management': 'Safety management',
  'pilot-logbook': 'Pilot logbook',
  other: 'Other application',
}

/** Where a sentence begins with it. */
export const KIND_IN_SENTENCE: Record<ApplicationKind, string> = {
  marketplace: 'A marketplace',
  'flight-support': 'A flight support application',
  'electronic-flight-bag': 'An electronic flight bag',
  'safety-management': 'A safety management system',
  'pilot-logbook': 'A pilot logbook',
  other: 'An operations system',
}

/** Two letters, the same as the consoles show. */
const initials = (name: string): string => {
  const [first = '?', second] = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join('').toUpperCase()
}

/** Shown beside the name, so it is hidden from assistive technology. */
export const monogram = (name: string): Html =>
  html`<span class="logo monogram" aria-hidden="true">${initials(name)}</span>`

/** SVG is refused as a logo (access-model §8); an image on another site would reveal to it who views this page. */
const OWN_IMAGE = /^(\/(?![/\\])[\w./-]+|data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+)$/

export const applicationLogo = (application: ShownApplication): Html =>
  application.logo !== null && OWN_IMAGE.test(application.logo)
    ? html`<img class="logo" src="${application.logo}" alt="" width="44" height="44">`
    : monogram(application.name)

/** The link's text is the host of its target, so that it cannot pretend another one. */
export const websiteLink = (website: string): Html => {
  const href = safeHref(website)
  return href === null
    ? html`<span>${website}</span>`
    : html`<a href="${href}" rel="noopener noreferrer nofollow">${new URL(href).host}</a>`
}

const modeText = (application: ApplicationView): Html =>
  application.productionSinceMs === null
    ? html`Test environment only`
    : html`In production since ${day(application.productionSinceMs)}`

export type KnownByRegistration = ShownApplication & Pick<ApplicationView, 'kind' | 'website'>

/** For a page that does not ask for trust yet: what its registration says it is, and where it lives. */
export const kindAndWebsite = ({ kind, website }: KnownByRegistration): Html =>
  html`<ul class="about"><li>${KIND_NAMES[kind]}</li><li>${websiteLink(website)}</li></ul>`

/** Provider, website, kind and mode, on which a user bases their trust. */
export const applicationFacts = (application: ApplicationView): Html =>
  html`<ul class="about"><li>By <bdi>${application.providerName}</bdi></li><li>${websiteLink(application.website)}</li>
<li>${KIND_NAMES[application.kind]}</li><li>${modeText(application)}</li></ul>`
