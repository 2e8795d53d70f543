/** Something that a palette finds, with where it leads. */
import type { IconName } from '../parts/icon.tsx'

export interface Entry {
  readonly key: string
  readonly group: 'Records' | 'Go to' | 'Do'
  readonly icon: IconName
  readonly label: string
  readonly hint: string
  /** Below /console, or a whole address elsewhere. */
  readonly href: string
}

const MAX_OF_GROUP = 6

/** Every typed word must stand in the label; of each group a few. */
export const matching = (entries: readonly Entry[], typed: string): Entry[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  return [...Map.groupBy(found, ({ group }) => group).values()].flatMap((group) => group.slice(0, MAX_OF_GROUP))
}
