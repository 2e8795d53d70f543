/** Where the table of a logbook is fetched at an operator's address. The secret is in the query, which no log keeps. */
export const LOGBOOK_LINK_PATH = '/logbook/'

/** The page for whoever was removed. The code stands in the fragment of the link, which browsers keep to themselves. */
export const KEPT_LOGBOOK_PATH = '/logbook/kept/'
