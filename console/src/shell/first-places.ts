/** Where everybody may go at an operator's address: in the HTML, before it is known who is there. */
export interface FirstPlace {
  /** Below /console. */
  readonly to: string
  readonly label: string
}

export const FIRST_PLACES: readonly FirstPlace[] = [
  { to: '/add-ons', label: 'Add-ons' },
  { to: '/data', label: 'Data' },
  { to: '/account', label: 'Account' },
]
