/** Addresses of web pages that providers and staff write and others follow. */
import { isShowableLine } from '../shown-text.ts'

/**
 * Written out, and read the same by everybody: without a user name, which hides the host behind another name, and
 * without backslashes, which some programs read as slashes (RFC 3986 §7.6).
 */
const WRITTEN_OUT = /^(https?):\/\/[^/?#@\\\s]+(?:[/?#][^\\\s]*)?$/i

export const WEB_LINK_RULE = 'written out, without user name and backslashes'

export const isWebLink = (text: string, schemes: readonly string[] = ['http', 'https']): boolean => {
  const scheme = WRITTEN_OUT.exec(text)?.[1]?.toLowerCase()
  return scheme !== undefined && schemes.includes(scheme) && URL.canParse(text) && isShowableLine(text)
}
