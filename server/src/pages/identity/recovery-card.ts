/** The frame of the pages that lead back in: whose address this is, and one card. */
import { type Html, html } from '../html.ts'
import { documentOf, headerBar, type PagePlace } from '../layout.ts'

export const recoveryCard = (title: string, place: PagePlace, card: Html, script: string | null = null): string =>
  documentOf(
    title,
    place,
    html`${headerBar(place.host)}
<main id="main" class="middle narrow"><div class="card padded recovery">${card}</div></main>`,
    script,
  )

export const cardHead = (title: string, about: Html | string): Html =>
  html`<div><h1>${title}</h1><p class="quiet">${about}</p></div>`
