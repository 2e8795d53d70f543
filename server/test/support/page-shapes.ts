/**
 * What axe's rules can find on a page depends on its markup: elements with their attributes, where they stand, and
 * which heading follows which. Generated pages have few of these shapes in many words, so pages that have all shapes
 * between them stand for the others. What depends on words is left to be looked at on each page: ids that occur twice,
 * and a word that is wider than the window.
 */
const ELEMENT = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/g
const ATTRIBUTE = / ([a-z-]+)(?:="([^"]*)")?/g
const WITHOUT_END = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** Attributes whose value says what the element is; of the others it counts that they are there. */
const TELLING = new Set(['class', 'role', 'type', 'scope', 'aria-hidden', 'tabindex'])

const lookOf = (tag: string, attributes: string): string => {
  const told = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) =>
    TELLING.has(name) ? `${name}=${value}` : name,
  )
  return [tag, ...told].join(' ')
}

const shapesOf = (html: string): Set<string> => {
  const shapes = new Set<string>()
  const around: { tag: string; look: string }[] = []
  let lastHeading = ''
  for (const [, end, tag = '', attributes = ''] of html.matchAll(ELEMENT)) {
    if (end) {
      around.length = Math.max(
        around.findLastIndex((one) => one.tag === tag),
        0,
      )
      continue
    }
    const look = lookOf(tag, attributes)
    shapes.add([...around.map((one) => one.look), look].join(' > '))
    if (/^h[1-6]$/.test(tag)) {
      shapes.add(`${lastHeading}, then ${tag}`)
      lastHeading = tag
    }
    if (!WITHOUT_END.has(tag) && !attributes.endsWith('/')) around.push({ tag, look })
  }
  return shapes
}

/** Pages, those with most shapes first, that have every shape of all pages between them. */
export const pagesOfEveryShape = (pages: readonly { path: string; html: string }[]): string[] => {
  const seen = new Set<string>()
  return pages
    .map(({ path, html }) => ({ path, shapes: shapesOf(html) }))
    .toSorted((one, other) => other.shapes.size - one.shapes.size)
    .filter(({ shapes }) => {
      const before = seen.size
      for (const shape of shapes) seen.add(shape)
      return seen.size > before
    })
    .map(({ path }) => path)
}
