/** What the server wrote into the page: at which operator it is, and whether an administrator is signed in. */
export interface Facts {
  readonly operatorName: string
  readonly host: string
  readonly environment: 'production' | 'sandbox'
  readonly isAdmin: boolean
}

const read = (): Facts => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="explorer-facts"]')
  return JSON.parse(meta?.content ?? 'null') as Facts
}

export const facts: Facts = read()
