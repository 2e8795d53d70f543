/** Where everybody may go at an operator's address: in the HTML, before it is known who is there. */
export interface FirstPlace {
  /** Below /console. */
  readonly to: string
  readonly label: string
  /** Of another document, which the router does not know. */
  readonly href?: string
}

export const hrefOf = ({ to, href }: FirstPlace): string => href ?? `/console${to}`

export const FIRST_PLACES: readonly FirstPlace[] = [
  { to: '/add-ons', label: 'Add-ons' },
  { to: '/data', label: 'Data' },
  { to: '/account', label: 'Account' },
]
