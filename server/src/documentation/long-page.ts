/** A text that grows with every release, as pages of a bounded weight: each goes on where the one before ended. */

const MAX_CHARACTERS = 30_000

/** Cuts at headings and entries of lists; a page begins with the headings that its first entry stands below. */
export const inPages = (markdown: string): readonly string[] => {
  const pages: string[] = []
  let [release, part, text] = ['', '', '']
  for (const line of markdown.split('\n')) {
    const isCut = /^(#{2,3}|-) /.test(line)
    if (line.startsWith('## ')) [release, part] = [line, '']
    else if (line.startsWith('### ')) part = line
    if (isCut && text.length > MAX_CHARACTERS) {
      pages.push(text)
      text = [release, part].filter((heading) => heading !== '' && heading !== line).join('\n\n')
      if (text !== '') text += '\n\n'
    }
    text += `${line}\n`
  }
  return [...pages, text]
}
