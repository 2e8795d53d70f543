/** A scope counts as unused only once it could have been used for the days that this claims. */
const DAYS = 30
const DAY_MS = 86_400_000

export const UNUSED_DAYS = DAYS

/** Whether a scope has been granted for the whole period. */
export const isLongAllowed = (since: string, now = Date.now()): boolean => now - Date.parse(since) >= DAYS * DAY_MS
