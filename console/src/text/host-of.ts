/** The host of an address, or nothing where it is none. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? ''
