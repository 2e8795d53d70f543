/** Finds the field that each heading of a file means: by the field's own name, by a word for it, or chosen by hand. */
import type { ImportKind } from './import-kind.ts'

/** The column of what another system calls the record. */
export const EXTERNAL_ID = 'externalId'

/** The columns that a file of this kind may have. */
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

/** The fields that a heading may mean by its key, the likeliest first: the field of that name, then those of that word. */
type Meanings = ReadonlyMap<string, readonly string[]>

const meaningsIn = (kind: ImportKind): Meanings => {
  const meanings = new Map<string, readonly string[]>()
  const add = (name: string, field: string): void => {
    const key = keyOf(name)
    const fields = meanings.get(key) ?? []
    if (key !== '' && !fields.includes(field)) meanings.set(key, [...fields, field])
  }
  const fields = fieldsOf(kind)
  for (const field of fields) add(field, field)
  for (const field of fields) for (const word of kind.headings[field]?.split(',') ?? []) add(word, field)
  return meanings
}

const meaningsByKind = new WeakMap<ImportKind, Meanings>()

/** Worked out once for each kind: a kind has some 150 words. */
const meaningsOf = (kind: ImportKind): Meanings => {
  const known = meaningsByKind.get(kind)
  if (known) return known
  const meanings = meaningsIn(kind)
  meaningsByKind.set(kind, meanings)
  return meanings
}

/**
 * The field of each heading, null where it means none. A heading with several meanings takes what the others leave: in
 * "Vorname, Name" the second is the surname. Two headings with one meaning both get it, and are refused as such.
 */
export const foundFields = (kind: ImportKind, headings: readonly string[]): (string | null)[] => {
  const meanings = meaningsOf(kind)
  const candidates = headings.map((heading) => meanings.get(keyOf(heading)) ?? [])
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
