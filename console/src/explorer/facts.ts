/** What the server wrote into the page: which operator answers, and who is here. */
export interface Facts {
  readonly operatorName: string
  readonly host: string
  readonly environment: 'production' | 'sandbox'
  readonly isSignedIn: boolean
  /** Whose session may ask. */
  readonly isAdmin: boolean
  /** Whose the explorer is in the developer portal; null at an operator's own address. */
  readonly providerName: string | null
}

const read = (): Facts => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="explorer-facts"]')
  return JSON.parse(meta?.content ?? 'null') as Facts
}

export const facts: Facts = read()
