/** The signed-in user as pages show them. */
import { type Html, html } from '../html.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'

export interface PersonView {
  readonly name: string
  readonly email: string
  /** The display name of the role: "Administrator", "Crew". */
  readonly role: string
}

const SWITCH_FORM_ID = 'not-you'

/**
 * "not you?" signs out, which changes something: a button whose form is elsewhere on the page, because forms cannot be
 * nested.
 */
export const personFact = (person: PersonView): Html =>
  html`<div><dt>You are signed in as</dt><dd><b><bdi>${person.name}</bdi></b>, ${person.role}</dd>
<dd>${person.email} · <button class="link" form="${SWITCH_FORM_ID}">not you?</button></dd></div>`

/** Must be on every page that shows `personFact`, once. */
export const switchPersonForm = (form: PostForm): Html =>
  html`<form id="${SWITCH_FORM_ID}" method="post" action="${form.action}">${hiddenFields(form)}</form>`
