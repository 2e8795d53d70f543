/** The details of a described record after an input: airports found by their codes, limits and rules checked. */
import type { AnyDescription, DetailsOf, InputOf, PatchOf } from '../../domain/records/description.ts'
import { blankDetails, dependsOnToday, givenFields, problemsOf } from '../../domain/records/details.ts'
import { nameOf } from '../../domain/records/field.ts'
import { refuseProblems } from '../../domain/user-error.ts'
import type { ViewTx } from '../../storage/view.ts'
import type { Desk } from '../operations/desk.ts'
import { airportOf } from '../reference/airport-code.ts'

export interface DetailsRequest<D extends AnyDescription> {
  /** Null for a new record. */
  readonly before: DetailsOf<D['fields']> | null
  readonly input: Partial<InputOf<D>> | PatchOf<D>
  /** The path of the input in the arguments. */
  readonly under: readonly string[]
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The details after an input, and which of their fields the input names. */
export const detailsAfter = <D extends AnyDescription>(
  { fields }: D,
  { reference }: Pick<Desk, 'reference'>,
  { before, input, under }: DetailsRequest<D>,
): { readonly details: DetailsOf<D['fields']>; readonly isNamed: (key: string) => boolean } => {
  const given = new Map(givenFields(fields, input, before === null ? 'create' : 'update'))
  for (const [key, field] of Object.entries(fields)) {
    const code = given.get(key)
    if (field.type !== 'airport' || typeof code !== 'string') continue
    given.set(key, airportOf(reference, code, [...under, nameOf(key, field)]).airportId)
  }
  const details = { ...(before ?? blankDetails(fields)), ...Object.fromEntries(given) } as DetailsOf<D['fields']>
  return { details, isNamed: (key) => given.has(key) }
}

/** The details after an input, checked. The time is asked only where a limit depends on it: that is a statement. */
export const checkedDetails = async <D extends AnyDescription>(
  tx: ViewTx,
  description: D,
  desk: Pick<Desk, 'reference'>,
  request: DetailsRequest<D>,
): Promise<DetailsOf<D['fields']>> => {
  const { details, isNamed } = detailsAfter(description, desk, request)
  const today = dependsOnToday(description, isNamed) ? dayOf(await tx.now()) : ''
  refuseProblems(problemsOf(description, details, isNamed, today), request.under)
  return details
}
