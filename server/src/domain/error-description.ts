/** Longer texts help nobody, and a description may travel in a redirect or a header field. */
const MAX_DESCRIPTION_LENGTH = 400

/**
 * Limits a text to the characters that RFC 6749 §5.2 and RFC 6750 §3 allow in `error_description`:
 * %x20-21 / %x23-5B / %x5D-7E. The result can stand between double quotes in `WWW-Authenticate` without
 * escaping, and holds no line end that could start a header of its own.
 */
export function errorDescription(text: string): string {
  return text
    .slice(0, MAX_DESCRIPTION_LENGTH)
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replace(/[^ -~]/g, '?')
}
