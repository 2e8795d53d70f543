/** How often a bell asks what is new. */
export const REFRESH_MS = 60_000
