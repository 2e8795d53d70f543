/** A URL as it may be shown: without the user and password before its host, and without secrets in its query. */
const SECRET_PARAMETERS = /([?&](?:user|password|sslpassword|pass|token)=)[^&#]*/gi

/** Also where a password holds characters that should have been encoded: all before the last @ goes. */
export const maskedUrl = (url: string): string => {
  const [before = '', ...query] = url.split('?')
  const text = [before.replace(/:\/\/.*@/s, '://***@'), ...query].join('?')
  return text.replace(SECRET_PARAMETERS, '$1***')
}
