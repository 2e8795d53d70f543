/** Where a form posts to, and what it carries along unseen. What it carries is not secret and is checked again. */
import { type Html, html } from './html.ts'

export interface PostForm {
  /** A path on the page's own address. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

export const hiddenFields = (form: PostForm): Html[] =>
  Object.entries(form.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** A form that is one button: for whatever changes something, a link will not do. */
export const buttonForm = (form: PostForm, label: Html | string, buttonClass: string): Html =>
  html`<form method="post" action="${form.action}">${hiddenFields(form)}<button class="${buttonClass}">${label}</button></form>`
