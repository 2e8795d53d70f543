/** Where the bytes of documents are sent and fetched at an operator's address. */

/** With an access token. */
export const TOKEN_UPLOAD_FOLDER = '/document-uploads/'
/** With the session of a page of this address. */
export const PAGE_UPLOAD_FOLDER = '/page-uploads/'

export const uploadFolder = (kind: 'application' | 'api-key' | 'user'): string =>
  kind === 'user' ? PAGE_UPLOAD_FOLDER : TOKEN_UPLOAD_FOLDER

/**
 * In the place of an id, which comes in the query: a request that finds no place is logged with its path before anybody
 * knows what it is (data §11.8).
 */
export const OWN_UPLOAD = 'own'

/** The secret is in the query, which no log keeps (access-model §3). */
export const DOCUMENT_LINK_PATH = '/document/'
