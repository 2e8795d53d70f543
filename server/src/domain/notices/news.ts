/** News of the developer portal and of support: what others did lately that a member or a member of staff should know. */

export const NEWS_KINDS = [
  'MESSAGE',
  'STEP',
  'CONNECTED',
  'PHONE_NUMBER',
  'SUSPENSION_ASKED',
  'LEFT_WEBHOOK',
  'LEFT_SECRET',
] as const

export type NewsKind = (typeof NEWS_KINDS)[number]

/** What is older stands on the pages of what it is about. */
export const NEWS_DAYS = 30

/** The latest of them are listed. */
export const MAX_NEWS = 50

/** So much of a message is told. */
export const MAX_NEWS_TEXT = 200
