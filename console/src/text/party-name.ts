/** What a contact is called: by its company, without one by the person. */
interface Party {
  readonly name: string
  readonly surname: string | null
  readonly company: string | null
}

export const partyName = ({ name, surname, company }: Party): string =>
  company ?? [name, surname].filter(Boolean).join(' ')
