/** How a value of a described field looks, what it is sorted by, and what a file holds of it. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from '../parts/moment.tsx'
import { grouped } from '../text/count.ts'
import { utcDay } from '../text/instant.ts'
import type { FieldOfKind, Row } from './kinds.ts'
import { kindNamed } from './kinds.ts'
import { objectOf } from './objects.ts'
import { spelled } from './spelled.ts'

/** The names of other records by their ids, as far as they are known. */
export type Names = ReadonlyMap<string, string>

const isNothing = (value: unknown): boolean => value == null || value === '' || (Array.isArray(value) && !value.length)

const dayOf = (day: string): string => utcDay(new Date(`${day}T00:00:00Z`))

/** As a file holds it. */
const plainText = (field: FieldOfKind, value: unknown): string => {
  if (isNothing(value)) return ''
  if (Array.isArray(value)) return value.map((one) => plainText(field, one)).join(' ')
  if (field.shown?.isObject) return objectOf(field.shown)?.short(value as Row) ?? ''
  return String(value)
}

/** As a person reads it, where no element is needed. */
const wordsOf = (field: FieldOfKind, value: unknown): string => {
  if (field.words) return spelled(String(value))
  if (field.shown?.isObject) return objectOf(field.shown)?.long(value as Row) ?? ''
  if (field.shown?.type === 'Boolean') return value === true ? 'Yes' : 'No'
  if (field.shown?.type === 'Date') return dayOf(String(value))
  // A year is a name, not an amount.
  if (typeof value === 'number') return field.limits.max === 'next year' ? String(value) : grouped(value)
  return String(value)
}

const isCode = ({ limits, shown }: FieldOfKind): boolean => 'shape' in limits || shown?.type === 'ID'

interface ReferenceProps {
  readonly of: string
  readonly id: string
  readonly name: string | undefined
}

/** Another record, by its name, as far as the viewer may know it. */
const Reference = ({ of, id, name }: ReferenceProps) => {
  const kind = kindNamed(of)
  if (!kind) return <code>{id}</code>
  return (
    <Link to="/data/$kind" params={{ kind: kind.path }} search={{ open: id }}>
      {name ?? <code>{id}</code>}
    </Link>
  )
}

export interface ValueProps {
  readonly field: FieldOfKind
  readonly row: Row
  readonly names: Names
  /** Shorter, for a cell of a table. */
  readonly isShort?: boolean
}

export const FieldValue = ({ field, row, names, isShort = false }: ValueProps): ReactNode => {
  const { shown } = field
  const value = shown === null ? null : row[shown.name]
  if (shown === null || isNothing(value)) return <span className="muted">{isShort ? '–' : 'not given'}</span>
  if (field.type === 'id' && shown.isObject) {
    const of = kindNamed(shown.type)
    return <Reference of={shown.type} id={of ? String((value as Row)[of.id.field]) : ''} name={wordsOf(field, value)} />
  }
  if (field.type === 'id' && field.of !== undefined) {
    return <Reference of={field.of} id={String(value)} name={names.get(String(value))} />
  }
  if (shown.type === 'DateTime') return <Moment at={String(value)} as={isShort ? 'near' : 'full'} />
  if (isShort && shown.isObject) {
    return <span title={wordsOf(field, value)}>{plainText(field, value)}</span>
  }
  const text = Array.isArray(value) ? value.map((one) => wordsOf(field, one)).join(', ') : wordsOf(field, value)
  return <span className={isCode(field) ? 'mono' : undefined}>{text}</span>
}

/** What a person finds a row by, and what its file holds. */
export const textIn = (field: FieldOfKind, row: Row, names: Names): string => {
  const value = field.shown === null ? null : row[field.shown.name]
  return field.of === undefined || field.shown?.isObject
    ? plainText(field, value)
    : (names.get(String(value)) ?? plainText(field, value))
}

/** Times and days sort by themselves: their texts begin with the year. */
export const sortValue = (field: FieldOfKind, row: Row, names: Names): string | number | null => {
  const value = field.shown === null ? null : row[field.shown.name]
  if (isNothing(value)) return null
  return typeof value === 'number' ? value : textIn(field, row, names)
}
