/** The most characters of a key's label, as the server has it (`server/src/domain/limits.ts`); a test compares the two. */
export const MAX_LABEL_CHARACTERS = 100
