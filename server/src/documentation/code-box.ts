/**
 * An example, in one language or in several behind radio buttons, which choose the language of all examples of the page.
 * It works without a script; with one the choice stays, and a button copies.
 */
import { type Html, html } from '../pages/html.ts'
import { icon } from '../pages/icons.ts'

export interface Example {
  readonly language: string
  readonly text: string
  /** What stands above it, where that is not its language. */
  readonly label?: string
}

/** By the name that Markdown gives a language. */
const LANGUAGES: Readonly<Record<string, { readonly choice: string; readonly label: string }>> = {
  sh: { choice: 'curl', label: 'curl' },
  js: { choice: 'ts', label: 'TypeScript' },
  ts: { choice: 'ts', label: 'TypeScript' },
  python: { choice: 'py', label: 'Python' },
  graphql: { choice: 'graphql', label: 'GraphQL' },
  json: { choice: 'answer', label: 'Answer' },
  http: { choice: 'answer', label: 'Answer' },
  text: { choice: 'answer', label: 'Output' },
}

const languageOf = (language: string) => LANGUAGES[language] ?? { choice: 'other', label: language || 'Text' }

/**
 * What an example names that the reader has of their own: a sandbox's address, its operator, an application. Where they
 * are signed in, the script puts theirs there; a secret never is (ADR 147).
 */
const SAMPLE =
  /(\b(?:alpine|your-company-dev)\.sandbox\.[\w.-]+(?::\d+)?|(?<=operator: ')alpine(?=')|\bYOUR_CLIENT_ID\b)/

const NAMED: Readonly<Record<string, string>> = { alpine: 'name', YOUR_CLIENT_ID: 'clientId' }

const marked = (text: string): Html[] =>
  text
    .split(SAMPLE)
    .map((part, index) =>
      index % 2 === 1 ? html`<span class="sample" data-own="${NAMED[part] ?? 'host'}">${part}</span>` : html`${part}`,
    )

const copyButton = html`<button class="button slim copy-code" type="button" hidden>${icon('copy')}Copy</button>`

const single = ({ language, text, label = languageOf(language).label }: Example): Html =>
  html`<div class="code"><div class="code-head"><b>${label}</b>${copyButton}</div>
<pre tabindex="0"><code>${marked(text)}</code></pre></div>`

const several = (examples: readonly Example[]): Html => {
  const choices = examples.map(({ language }, index) => {
    const { choice, label } = languageOf(language)
    // One group for the page: choosing a language once chooses it everywhere.
    return html`<label><input type="radio" name="language" value="${choice}"${index === 0 ? html` checked` : ''}>${label}</label>`
  })
  const bodies = examples.map(
    ({ language, text }) =>
      html`<pre tabindex="0" class="in-${languageOf(language).choice}"><code>${marked(text)}</code></pre>`,
  )
  return html`<fieldset class="code several"><legend class="unseen">Example</legend>
<div class="code-head"><span class="languages">${choices}</span>${copyButton}</div>${bodies}</fieldset>`
}

export const codeBox = (examples: readonly Example[]): Html => {
  const [first] = examples
  if (!first) return html``
  return examples.length === 1 ? single(first) : several(examples)
}
