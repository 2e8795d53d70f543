/** Places beside the store where the bytes of documents may lie (ADR 204). What has none lies in the store's rows. */
export type PlaceKind = 'folder' | 'bucket'
