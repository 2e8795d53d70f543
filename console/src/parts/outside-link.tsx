/** A link to an address from outside, only if it is http or https (threats row 27). */
import { Icon } from './icon.tsx'

const safeUrl = (text: string): URL | null => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

export const OutsideLink = ({ href }: { readonly href: string }) => {
  const url = safeUrl(href)
  if (url === null) return <span>{href}</span>
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer" className="with-icon">
      {url.host}
      <Icon name="external" />
      <span className="unseen">(opens in a new tab)</span>
    </a>
  )
}
