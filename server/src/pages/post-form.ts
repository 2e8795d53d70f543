/** The target of a form and its hidden fields. Hidden fields are not secret and are checked again. */
import { type Html, html } from './html.ts'

export interface PostForm {
  /** A path on the page's own address. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

export const hiddenFields = (form: PostForm): Html[] =>
  Object.entries(form.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** A form with a single button, for an action that changes something and so must not be a link. */
export const buttonForm = (form: PostForm, label: Html | string, buttonClass: string): Html =>
  html`<form method="post" action="${form.action}">${hiddenFields(form)}<button class="${buttonClass}">${label}</button></form>`
