/** A secret with another last character, whatever the last one is: unknown to everybody, and of the right shape. */
export const mistyped = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x')
