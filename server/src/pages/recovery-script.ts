/** The script of the pages that lead back in; they work without it. */
export const RECOVERY_SCRIPT = '/assets/recovery.js'
