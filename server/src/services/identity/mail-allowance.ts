/**
 * How many mails people can have sent to an address by naming it, which anybody can. Each sender has a few to one
 * address, counted before what the address gets in all: a stranger uses up their own, and whoever owns the address can
 * still ask (threats row 133).
 */
import { MAX_NAMED_MAILS_PER_ADDRESS_AND_HOUR, MAX_NAMED_MAILS_PER_SENDER_AND_HOUR } from '../../domain/limits.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { spendAllowance } from './allowance.ts'

const HOUR = 3600

export interface NamedMail {
  /** What is sent, and to whom: "resets to alpine anna@alpine.example". */
  readonly subject: string
  /** The network that asks. */
  readonly network: string
  /** The browser has signed in to the address's account before: strangers cannot use up what it may ask for. */
  readonly isKnownBrowser: boolean
}

/** Counts the mail; false where it is not sent. */
export const mayMail = async (tx: TenantTx, { subject, network, isKnownBrowser }: NamedMail): Promise<boolean> => {
  const sender = isKnownBrowser ? 'its own browsers' : network
  const own = { subject: `${subject} from ${sender}`, times: MAX_NAMED_MAILS_PER_SENDER_AND_HOUR, seconds: HOUR }
  if ((await spendAllowance(tx, own)) !== null) return false
  if (isKnownBrowser) return true
  const all = { subject, times: MAX_NAMED_MAILS_PER_ADDRESS_AND_HOUR, seconds: HOUR }
  return (await spendAllowance(tx, all)) === null
}
