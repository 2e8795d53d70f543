/** The items of an application's registration, as people read them. */
const WORDS: Readonly<Record<string, string>> = {
  redirectUriList: 'redirect URIs',
  redirectUris: 'redirect URIs',
  connectUrl: 'connect address',
}

export const itemInWords = (item: string): string => WORDS[item] ?? item
