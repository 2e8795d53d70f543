/**
 * The doors behind which a password is hashed or checked, and the lane in which each waits for its turn. Whoever is
 * known never waits behind strangers; what strangers do at one door takes no room at another (threats row 145). The
 * table of docs/spec/access-model.md says the same, which a test checks.
 */
export const PASSWORD_LANES = ['known', 'code', 'sign-in', 'sign-up'] as const

/**
 * `known`: a session, or a browser with which the person signed in before. `code`: whoever typed the right code from a
 * mail. `sign-in`, `sign-up`: anybody.
 */
export type PasswordLane = (typeof PASSWORD_LANES)[number]

export const PASSWORD_DOORS = {
  'sign-in from a known browser': 'known',
  'current password in a session': 'known',
  'new password in a session': 'known',
  'password link': 'code',
  'invitation of a user': 'code',
  'invitation of a member': 'code',
  'sign-in from another browser': 'sign-in',
  'sign-up of a provider': 'sign-up',
} as const satisfies Readonly<Record<string, PasswordLane>>

export type PasswordDoor = keyof typeof PASSWORD_DOORS

/** Whether anybody comes to the door: then networks are told apart by what they tried lately (threats row 459). */
export const isDoorForStrangers = (door: PasswordDoor): boolean =>
  PASSWORD_DOORS[door] === 'sign-in' || PASSWORD_DOORS[door] === 'sign-up'
