/** A row of a life cycle: who leads a record from which state to which, and how. */
import type { ActingAs } from './acting-as.ts'

/** `set` and the names of mutations are asked for; `time` and `flight` follow. */
export interface Step<S extends string> {
  readonly from: S
  readonly to: S
  readonly actors: readonly ActingAs[]
  readonly by: string
  /** Who besides, or on what condition, in words. */
  readonly condition: string
}

/** The rows that allow this step to this actor. */
export const stepsOf = <S extends string>(
  table: readonly Step<S>[],
  { from, to, by }: Pick<Step<S>, 'from' | 'to' | 'by'>,
  actor: ActingAs,
): readonly Step<S>[] =>
  table.filter((row) => row.from === from && row.to === to && row.by === by && row.actors.includes(actor))
