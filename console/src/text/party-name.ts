/** What a contact is called: by its company, without one by the person. */
interface Person {
  readonly name: string
  readonly surname: string | null
}

interface Party extends Person {
  readonly company: string | null
}

export const personName = ({ name, surname }: Person): string => [name, surname].filter(Boolean).join(' ')

export const partyName = ({ company, ...person }: Party): string => company ?? personName(person)
