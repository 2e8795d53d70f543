/** Where to read on; the documentation is served at this address. */
import { Panel } from '../../parts/panel.tsx'

const PAGES = [
  { href: '/docs/', name: 'Documentation', about: 'from the first query to webhooks' },
  { href: '/docs/reference/', name: 'Reference', about: 'every query, field and scope' },
  { href: '/docs/errors/', name: 'Errors', about: 'what each means and what to do' },
] as const

export const Documentation = () => (
  <Panel title="Read on">
    <ul className="panel-body stack-tight">
      {PAGES.map(({ href, name, about }) => (
        <li key={href} className="two-lines">
          <a href={href}>{name}</a>
          <span className="small muted">{about}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
