/** Where the table of a logbook is fetched at an operator's address. The secret is in the query, which no log keeps. */
export const LOGBOOK_LINK_PATH = '/logbook/'
