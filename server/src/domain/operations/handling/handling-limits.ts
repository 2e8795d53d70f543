/** How much one place takes: what is listed with a visit or flight is read as a whole. */
export const MAX_REQUESTS_PER_PLACE = 100

/** For how many contacts one application acts. */
export const MAX_PROVIDER_CONTACTS = 500
