/** "Alpine Jet’s", "Empty Wings’". */
export const possessive = (name: string): string => (/s$/i.test(name) ? `${name}’` : `${name}’s`)
