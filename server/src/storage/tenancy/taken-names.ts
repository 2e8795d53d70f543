/**
 * Whose name is whose, by skeletons: of operators, companies and applications (threats row 141). A provider has the
 * names of its company and of its applications.
 */
import { nameSkeleton } from '../../domain/name-skeleton.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    taken_name: { skeleton: string; holder: string }
  }
}

export type NameHolder = `operator ${string}` | `provider ${string}` | 'host'

/**
 * Takes the name if nobody has it; false if somebody else does. Of two who take it at once the second waits for the
 * first to commit, because the skeleton is unique.
 */
export const takeName = async (tx: PlatformTx, name: string, holder: NameHolder): Promise<boolean> => {
  const skeleton = nameSkeleton(name)
  await tx.db
    .insertInto('taken_name')
    .values({ skeleton, holder })
    .onConflict((conflict) => conflict.column('skeleton').doNothing())
    .execute()
  const taken = await tx.db
    .selectFrom('taken_name')
    .select('holder')
    .where('skeleton', '=', skeleton)
    .executeTakeFirst()
  // Given back between the two statements: it is free now.
  return taken === undefined ? takeName(tx, name, holder) : taken.holder === holder
}

/** Whether somebody else has it: for a name that is not kept for its bearer alone. */
export const isNameOfOthers = async (
  reader: PlatformReader,
  name: string,
  own: readonly NameHolder[],
): Promise<boolean> => {
  const taken = await reader.db
    .selectFrom('taken_name')
    .select('holder')
    .where('skeleton', '=', nameSkeleton(name))
    .executeTakeFirst()
  return taken !== undefined && !own.some((holder) => holder === taken.holder)
}

export const giveNameBack = async (tx: PlatformTx, name: string, holder: NameHolder): Promise<void> => {
  await tx.db.deleteFrom('taken_name').where('skeleton', '=', nameSkeleton(name)).where('holder', '=', holder).execute()
}
