/** Finds the field that each heading of a file means: by the field's own name, by a word for it, or chosen by hand. */
import type { ImportKind } from './import-kind.ts'

/** The column of what another system calls the record. */
export const EXTERNAL_ID = 'externalId'

export const fieldsOf = (kind: ImportKind): string[] => [...Object.keys(kind.columns), EXTERNAL_ID]

/** What a heading may say after its name: a unit that the field has anyway. */
const UNIT = /[([]\s*(utc|z|kg|kt|kts|nm|m3|icao|iata)\s*[)\]]\s*$/i

/** A heading counts by its letters and digits, with ü as u or ue. */
const keyOf = (heading: string): string =>
  heading
    .replace(UNIT, '')
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '')
    .replace(/([aou])e/g, '$1')

const isWordOf = (words: string | undefined, key: string): boolean =>
  words?.split(',').some((word) => keyOf(word) === key) ?? false

/** The fields that a heading may mean, the likeliest first. */
const candidatesOf = (kind: ImportKind, heading: string): string[] => {
  const key = keyOf(heading)
  if (key === '') return []
  const fields = fieldsOf(kind)
  return [
    ...fields.filter((field) => keyOf(field) === key),
    ...fields.filter((field) => keyOf(field) !== key && isWordOf(kind.headings[field], key)),
  ]
}

/**
 * The field of each heading, null where it means none. A heading with several meanings takes what the others leave: in
 * "Vorname, Name" the second is the surname. Two headings with one meaning both get it, and are refused as such.
 */
export const foundFields = (kind: ImportKind, headings: readonly string[]): (string | null)[] => {
  const candidates = headings.map((heading) => candidatesOf(kind, heading))
  const inOrder = [...candidates.keys()].sort(
    (a, b) => (candidates[a]?.length ?? 0) - (candidates[b]?.length ?? 0) || a - b,
  )
  const found = headings.map((): string | null => null)
  const taken = new Set<string>()
  for (const place of inOrder) {
    const [first = null, ...others] = candidates[place] ?? []
    const free = [first, ...others].find((field) => field !== null && !taken.has(field))
    const field = free ?? first
    found[place] = field
    if (field !== null) taken.add(field)
  }
  return found
}
