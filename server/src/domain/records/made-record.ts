/** A whole record from the fields that matter, for what is made up in code: a new field of its kind is not named there. */
import { UNWRITTEN } from '../versioned.ts'
import type { AnyDescription, Fields, FieldsOf, KeysRequired, RecordOf } from './description.ts'
import { blankDetails } from './details.ts'

type Needed<D extends AnyDescription> = D['id']['field'] | (KeysRequired<FieldsOf<D>> & string)

/** What is required must be given; the rest begins as the description says. */
type Given<D extends AnyDescription> = Pick<RecordOf<D>, Needed<D> & keyof RecordOf<D>> & Partial<RecordOf<D>>

/** Made once for each kind: a demo has tens of thousands of records. */
const BLANK = new WeakMap<Fields, object>()

const blankOf = (fields: Fields): object => {
  const blank = BLANK.get(fields) ?? { ...blankDetails(fields), ...UNWRITTEN, externalIdList: [] }
  BLANK.set(fields, blank)
  return blank
}

export const madeRecord = <const D extends AnyDescription>(description: D, at: number, given: Given<D>): RecordOf<D> =>
  ({ ...blankOf(description.fields), createdAt: at, updatedAt: at, ...given }) as unknown as RecordOf<D>
