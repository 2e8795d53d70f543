/** The type that a described field has in the graph: what it shows, and what an input takes. */
import type { Field } from '../../../domain/records/field.ts'
import { Approach, ApproachInput } from '../approach.ts'
import { Money, MoneyInput } from '../money.ts'
import { Airport } from '../reference/airport.ts'
import { enumOf } from './record-enum.ts'

const SCALARS = {
  id: 'ID',
  text: 'String',
  whole: 'Int',
  decimal: 'Decimal',
  truth: 'Boolean',
  day: 'Date',
  time: 'DateTime',
} as const

type ScalarType = keyof typeof SCALARS

const isScalar = (type: Field['type']): type is ScalarType => type in SCALARS

const wordsOf = (field: Field) => {
  if (!field.words) throw new Error('A field of words names no words')
  return enumOf(field.words)
}

/** Objects that a field of a record can be. */
const OBJECTS = {
  Approach: { shown: Approach, given: ApproachInput },
  Money: { shown: Money, given: MoneyInput },
} as const

const objectOf = ({ object }: Field) => {
  if (object === undefined || !(object in OBJECTS)) throw new Error(`The graph does not know the object ${object}`)
  return OBJECTS[object as keyof typeof OBJECTS]
}

export const shownType = (field: Field) => {
  if (isScalar(field.type)) return SCALARS[field.type]
  if (field.type === 'word') return wordsOf(field)
  if (field.type === 'words') return [wordsOf(field)] as const
  if (field.type === 'values') return [objectOf(field).shown] as const
  return field.type === 'airport' ? Airport : objectOf(field).shown
}

/** An airport is given by its code. */
export const givenType = (field: Field) => {
  if (isScalar(field.type)) return SCALARS[field.type]
  if (field.type === 'word') return wordsOf(field)
  if (field.type === 'words') return [wordsOf(field)] as const
  if (field.type === 'values') return [objectOf(field).given] as const
  return field.type === 'airport' ? 'String' : objectOf(field).given
}
