/** What is done because of a report, by whom and until when. */
import { isWithinYears } from '../../interval.ts'

export interface SafetyAction {
  readonly safetyActionId: string
  readonly text: string
  readonly ownerUserId: string
  readonly dueDate: string
  readonly completedAt: number | null
  readonly effectiveness: string | null
}

export const MAX_ACTIONS = 50
export const MAX_ACTION_TEXT = 2000

const MAX_DUE_YEARS = 10

/** An action is due within ten years of today, before or after: what is noted late has a day in the past. */
export const isPlausibleDue = (dueDate: string, now: number): boolean => isWithinYears(dueDate, now, MAX_DUE_YEARS)

/** Not done, and its day has passed in UTC. */
export const isOverdue = ({ completedAt, dueDate }: Pick<SafetyAction, 'completedAt' | 'dueDate'>, now: number) =>
  completedAt === null && dueDate < new Date(now).toISOString().slice(0, 10)
