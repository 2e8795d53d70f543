/**
 * The one grammar for e-mail addresses: a single mailbox, local part a dot-atom (RFC 5322 §3.2.3), domain of
 * host-name labels (RFC 1123 §2.1). Quoted local parts, comments, display names and lists are refused: what is put
 * into a message's header must name one mailbox and nothing else. Names beyond ASCII are written as `xn--`.
 */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_LOCAL_PART = 64
const MAX_DOMAIN = 253

/** Addresses are compared without regard to case. */
export const normalEmail = (text: string): string => text.trim().toLowerCase()

/** The address in its normal form; null if the text is no address. */
export const readEmail = (text: string): string | null => {
  const email = normalEmail(text)
  const mark = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, Math.max(0, mark)), email.slice(mark + 1)]
  const fits = local.length <= MAX_LOCAL_PART && domain.length <= MAX_DOMAIN
  return fits && LOCAL_PART.test(local) && domain.split('.').every((label) => LABEL.test(label)) ? email : null
}

/** A name for somebody of whom only the address is known. */
export const nameFromEmail = (email: string): string =>
  email
    .slice(0, Math.max(0, email.lastIndexOf('@')))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
