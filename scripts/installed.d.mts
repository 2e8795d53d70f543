export const NO_CODE_GENERATION: string
export const root: string
export const ensureInstalled: () => void
export const ensureConsoleBuilt: () => void
export const nodePath: () => string
export const fail: (sentence: string) => never
