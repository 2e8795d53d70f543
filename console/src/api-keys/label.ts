/** The maximum length of a key's label, equal to `server/src/domain/limits.ts`; a test compares the two. */
export const MAX_LABEL_CHARACTERS = 100
