/** A scope counts as unused only once it could have been used for the days that this claims. */
import { DAY_MS } from './spans.ts'

const DAYS = 30

export const UNUSED_DAYS = DAYS

/** Whether a scope has been granted for the whole period. */
export const isLongAllowed = (since: string, now = Date.now()): boolean => now - Date.parse(since) >= DAYS * DAY_MS
