/** The refusal of a step that a life cycle does not have, or not for this actor. */
import type { AnyDescription } from '../../domain/records/description.ts'
import { type UserErrors, userError } from '../../domain/user-error.ts'
import { toReaders, type Wording } from '../../domain/wording.ts'

/** The state is for those who may read the record. */
export const inState = ({ read }: Pick<AnyDescription, 'read'>, told: string, general: string): Wording =>
  toReaders(read, told, general)

export const illegalStep = (
  description: Pick<AnyDescription, 'read' | 'noun'>,
  from: string,
  to: string,
  path: readonly string[],
): UserErrors => {
  const general = `You cannot lead this ${description.noun} to ${to} this way`
  return userError('ILLEGAL_TRANSITION', inState(description, `${general}: it is ${from}`, general), path)
}
