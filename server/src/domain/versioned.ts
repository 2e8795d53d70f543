/** What every record that can be changed carries: a version that rises by one with each change. */
export interface Versioned {
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

const CARRIED = new Set(['version', 'createdAt', 'updatedAt'])

/** The fields in which two states of a record differ, as the change feed names them. */
export const changedFields = <R extends object>(before: R, after: R): string[] =>
  Object.keys(after).filter(
    (field) =>
      !CARRIED.has(field) && JSON.stringify(before[field as keyof R]) !== JSON.stringify(after[field as keyof R]),
  )
