/** Finds the field that each heading of a file means: by the field's own name, by a word for it, or chosen by hand. */
import { inNormalForm } from '../../../domain/normal-form.ts'
import type { FileField, ImportKind } from './import-kind.ts'

/** The column of what another system calls the record. */
export const EXTERNAL_ID = 'externalId'

/** The columns that a file of this kind may have. */
export const fieldsOf = (kind: ImportKind): string[] => [...Object.keys(kind.columns), EXTERNAL_ID]

/** What people and files call a column. */
export const wordsOf = (kind: ImportKind, field: string): Pick<FileField, 'label' | 'headings'> =>
  kind.columns[field] ?? kind.externalId

/** What a heading may say after its name: a unit that the field has anyway. */
const UNIT = /[([]\s*(utc|z|kg|kt|kts|nm|m3|icao|iata)\s*[)\]]\s*$/i

/** A heading counts by its letters and digits, with ü as u or ue. */
const keyOf = (heading: string): string =>
  inNormalForm(heading.replace(UNIT, ''), 'NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '')
    .replace(/([aou])e/g, '$1')

/**
 * The fields that a heading may mean by its key, the likeliest first: the field of that name, then those of that word,
 * then those with that label.
 */
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
  for (const field of fields) for (const word of wordsOf(kind, field).headings.split(',')) add(word, field)
  for (const field of fields) add(wordsOf(kind, field).label, field)
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

/** What the headings of a file were found to mean. */
export interface FoundFields {
  /** By place; null where a heading means nothing, or nothing that another column is not already. */
  readonly fields: readonly (string | null)[]
  /** The field that another column is already, by place. */
  readonly taken: ReadonlyMap<number, string>
}

/**
 * No two columns are one field, and none is one that was chosen by hand for another. A field's own name comes before
 * other words; a heading with several meanings takes what the others leave: in "Vorname, Name" the second is the surname.
 */
export const foundFields = (
  kind: ImportKind,
  headings: readonly string[],
  chosen: ReadonlySet<string> = new Set(),
): FoundFields => {
  const meanings = meaningsOf(kind)
  const candidates = headings.map((heading) => meanings.get(keyOf(heading)) ?? [])
  const isOwnName = (place: number) => candidates[place]?.[0] === headings[place]?.trim()
  const inOrder = [...candidates.keys()].sort(
    (a, b) =>
      Number(isOwnName(b)) - Number(isOwnName(a)) ||
      (candidates[a]?.length ?? 0) - (candidates[b]?.length ?? 0) ||
      a - b,
  )
  const fields = headings.map((): string | null => null)
  const taken = new Map<number, string>()
  const used = new Set(chosen)
  for (const place of inOrder) {
    const meant = candidates[place] ?? []
    const free = meant.find((field) => !used.has(field))
    if (free !== undefined) {
      fields[place] = free
      used.add(free)
    } else if (meant[0] !== undefined) taken.set(place, meant[0])
  }
  return { fields, taken }
}
