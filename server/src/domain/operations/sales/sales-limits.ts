/** How much a buyer may ask for, and how long the papers of a sale may be (threats row 272). */

/** Legs that somebody asks for at once. */
export const MAX_REQUESTED_LEGS = 10
/** How far ahead somebody asks. */
export const MAX_DAYS_AHEAD = 1_000
/** Legs of a quote, those without passengers included. */
export const MAX_PLANNED_LEGS = 30
export const MAX_QUOTE_LINES = 50
export const MAX_CANCELLATION_STEPS = 10
/** Of one request, all revisions together. */
export const MAX_QUOTES_PER_REQUEST = 50
/** Requests of one application that wait for an answer. */
export const MAX_OPEN_REQUESTS = 200
/** Requests that one application makes in 24 hours, those that it withdrew included: each leaves a contact. */
export const MAX_REQUESTS_A_DAY = 300
/** Empty legs that one application holds at once. */
export const MAX_HOLDS = 20

/** How many aircraft one marketplace offers. */
export const MAX_OFFERED_AIRCRAFT = 500
