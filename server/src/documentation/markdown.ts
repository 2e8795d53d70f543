/**
 * Markdown as markup. The text is ours, yet it goes through the template that escapes: what Markdown calls HTML is
 * shown as text. Code fences that follow one another without a word between them are one example in several languages.
 */
import { marked, type Token, type Tokens } from 'marked'
import { type Html, html } from '../pages/html.ts'
import { codeBox, type Example } from './code-box.ts'

export interface Heading {
  readonly id: string
  readonly text: string
}

export interface Rendered {
  readonly body: Html
  /** Of the second level, for "On this page". */
  readonly headings: readonly Heading[]
}

/** `What it costs?` becomes `what-it-costs`. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')

const plain = (tokens: readonly Token[] = []): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? plain(token.tokens) : 'text' in token ? token.text : ''))
    .join('')

/** Links between pages are written as links between files, so that they work in a repository too. */
const hrefOf = (href: string): string => href.replace(/^([\w-]+)\.md(?=#|$)/, '../$1/')

const inline = (tokens: readonly Token[] = []): Html[] => tokens.map(inlineToken)

const inlineToken = (token: Token): Html => {
  switch (token.type) {
    case 'strong':
      return html`<b>${inline(token.tokens)}</b>`
    case 'em':
      return html`<em>${inline(token.tokens)}</em>`
    case 'codespan':
      return html`<code>${token.text}</code>`
    case 'br':
      return html`<br>`
    case 'link':
      return html`<a href="${hrefOf(token.href)}">${inline(token.tokens)}</a>`
    case 'escape':
      return html`${token.text}`
    case 'text':
      return 'tokens' in token && token.tokens ? html`${inline(token.tokens)}` : html`${unescaped(token.text)}`
    default:
      return html`${token.raw}`
  }
}

/** `marked` leaves entities in texts as they were written. */
const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const cell = (tag: 'th' | 'td', { tokens }: Tokens.TableCell): Html =>
  tag === 'th' ? html`<th scope="col">${inline(tokens)}</th>` : html`<td>${inline(tokens)}</td>`

const table = ({
  header,
  rows,
}: Tokens.Table): Html => html`<div class="wide-table" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${header.map((each) => cell(each.tokens.length > 0 ? 'th' : 'td', each))}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((each) => cell('td', each))}</tr>`)}</tbody></table></div>`

const list = ({ ordered, items }: Tokens.List): Html => {
  const entries = items.map(({ tokens }) => html`<li>${blocks(tokens)}</li>`)
  return ordered ? html`<ol>${entries}</ol>` : html`<ul>${entries}</ul>`
}

const block = (token: Token): Html | null => {
  switch (token.type) {
    case 'space':
      return null
    case 'heading': {
      const { id, depth, tokens } = token as AnchoredHeading
      const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
      if (depth === 2) return html`<h2 id="${id}">${inline(tokens)}${anchor}</h2>`
      return html`<h3 id="${id}">${inline(tokens)}${anchor}</h3>`
    }
    case 'paragraph':
      return html`<p>${inline(token.tokens)}</p>`
    case 'text':
      return html`${token.tokens ? inline(token.tokens) : token.text}`
    case 'list':
      return list(token as Tokens.List)
    case 'table':
      return table(token as Tokens.Table)
    case 'blockquote':
      return html`<div class="note"><div>${blocks(token.tokens ?? [])}</div></div>`
    case 'hr':
      return html`<hr>`
    default:
      return html`<p>${token.raw}</p>`
  }
}

const isCode = (token: Token | undefined): token is Tokens.Code => token?.type === 'code'

const exampleOf = ({ lang = '', text }: Tokens.Code): Example => ({ language: lang.split(' ')[0] ?? '', text })

const blocks = (tokens: readonly Token[]): Html[] => {
  const made: Html[] = []
  let fences: Example[] = []
  const close = (): void => {
    if (fences.length > 0) made.push(codeBox(fences))
    fences = []
  }
  for (const token of tokens) {
    if (isCode(token)) {
      const example = exampleOf(token)
      // The same language once more is the next step, not the same in another language.
      if (fences.some(({ language }) => language === example.language)) close()
      fences.push(example)
      continue
    }
    // A blank line between two fences says nothing; anything else ends the example.
    if (token.type !== 'space') close()
    const markup = block(token)
    if (markup) made.push(markup)
  }
  close()
  return made
}

interface AnchoredHeading extends Tokens.Heading {
  readonly id: string
}

const isHeading = (token: Token): token is AnchoredHeading => token.type === 'heading'

/** A heading that was on the page before gets a number, as forges of code give it: `added`, `added-1`. */
const withAnchors = (tokens: readonly Token[]): Token[] => {
  const times = new Map<string, number>()
  return tokens.map((token) => {
    if (!isHeading(token)) return token
    const anchor = anchorOf(plain(token.tokens))
    const before = times.get(anchor) ?? 0
    times.set(anchor, before + 1)
    return { ...token, id: before === 0 ? anchor : `${anchor}-${before}` }
  })
}

export const renderMarkdown = (source: string): Rendered => {
  const tokens = withAnchors(marked.lexer(source))
  const headings = tokens
    .filter(isHeading)
    .filter(({ depth }) => depth === 2)
    .map(({ id, tokens }) => ({ id, text: plain(tokens) }))
  return { body: html`${blocks(tokens)}`, headings }
}
