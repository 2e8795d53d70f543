/** The traffic: request templates in turn and, where texts must differ, a word with a new spelling each time. */

export interface RequestTemplate {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Traffic {
  readonly templates: readonly RequestTemplate[]
  /** Every request spells this word with its own mix of upper and lower case; `from` is the first spelling. */
  readonly respelled?: { readonly word: string; readonly from: number; readonly count: number }
}

/** The nth of the 2^letters spellings: a search that ignores case finds the same rows by each of them. */
export const spelling = (word: string, n: number): string => {
  let rest = n
  let text = ''
  for (const character of word) {
    const isLetter = character !== ' '
    text += isLetter && rest % 2 === 1 ? character.toUpperCase() : character.toLowerCase()
    if (isLetter) rest = Math.floor(rest / 2)
  }
  return text
}

/** The requests of one of the connections; no two connections send the same spelling. */
export const requestsOf = (
  { templates, respelled }: Traffic,
  connection: number,
  connections: number,
): RequestTemplate[] => {
  if (!respelled) {
    const own = templates.filter((_, index) => index % connections === connection)
    return own.length > 0 ? own : [templates[connection % templates.length] as RequestTemplate]
  }
  const count = Math.floor(respelled.count / connections)
  return Array.from({ length: count }, (_, index) => {
    const n = connection * count + index
    const template = templates[n % templates.length] as RequestTemplate
    return { ...template, body: template.body.replace(respelled.word, spelling(respelled.word, respelled.from + n)) }
  })
}
