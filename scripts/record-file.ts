/**
 * Writes `server/records.json` from the descriptions of records: what a program needs to list, show and edit each kind.
 * The console imports it as `@airside/server/records.json`.
 */
import { writeFileSync } from 'node:fs'
import { RECORDS } from '../server/src/domain/records/all-records.ts'
import type { AnyDescription } from '../server/src/domain/records/description.ts'
import { type Field, isNeeded, isWrittenBy, nameOf, shownName } from '../server/src/domain/records/field.ts'

const FILE = new URL('../server/records.json', import.meta.url)

const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** `seatCount` is called "Seat count" where a description says nothing else. */
const labelOf = (name: string, { options }: Field): string => {
  if (options.label !== undefined) return options.label
  const words = name
    .replace(/List$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const fieldOf = ([key, field]: [string, Field]) => {
  const name = nameOf(key, field)
  return {
    /** In inputs. */
    name,
    label: labelOf(name, field),
    type: field.type,
    ...(field.words ? { words: field.words.values } : {}),
    ...(field.of ? { of: field.of } : {}),
    limits: field.limits,
    isNeeded: isNeeded(field) || field.options.required === true,
    inCreate: isWrittenBy(field, 'create') && field.options.parent !== 'argument',
    inUpdate: isWrittenBy(field, 'update'),
    isParent: field.options.parent !== undefined,
    /** The field of the type that shows it; null where the graph does not. */
    shownAs: shownName(key, field),
    /** False where that field is computed, and may have a selection of its own. */
    isShownAsStored: field.options.shown === undefined,
  }
}

const recordOf = (description: AnyDescription) => {
  const { name, entity, noun, says, id, read, write, order, filters, filtersAs = 'optional' } = description
  const one = lowerFirst(name)
  const mutation = (of: 'create' | 'update' | 'delete') =>
    description[of] === false ? null : `${one}${of.charAt(0).toUpperCase()}${of.slice(1)}`
  return {
    name,
    entity,
    noun,
    says,
    scopes: { read, write },
    id: { field: id.field, isInInput: id.isInInput === true },
    queries: { one, list: `${one}List` },
    mutations: { create: mutation('create'), update: mutation('update'), delete: mutation('delete') },
    inputs: { create: description.names?.createInput ?? `${name}Input`, update: `${name}UpdateInput` },
    orderedBy: order.field,
    filters: {
      as: filtersAs,
      ...(filtersAs === 'arguments' ? {} : { type: description.names?.filter ?? `${name}Filter` }),
      names: Object.keys(filters),
      search: Object.entries(filters).find(([, { by }]) => by === 'text')?.[0] ?? null,
    },
    fields: Object.entries(description.fields).map(fieldOf),
  }
}

export const recordText = (): string => `${JSON.stringify({ records: RECORDS.map(recordOf) }, null, 2)}\n`

if (import.meta.main) writeFileSync(FILE, recordText())
