/** How much is written about a record, and how often people are told of it (threats row 284). */

export const MAX_MESSAGE_LENGTH = 4000
/** About one record: neither side can take the other's room. */
export const MAX_MESSAGES_OF_SIDE = 500
/** Of one writer within 24 hours, about whatever records. */
export const MAX_MESSAGES_A_DAY = 300
/** Notices within 24 hours that one writer causes. */
export const MAX_MESSAGE_NOTICES_A_DAY = 20
