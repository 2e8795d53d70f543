/** Replaces the last character of a secret by another one: the result is unknown and has the right format. */
export const mistyped = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x')
