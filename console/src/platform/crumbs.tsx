/** Where a page lies: the list that it is on, and its own name. */
import { Icon } from '../parts/icon.tsx'
import { PlaceLink } from './place-link.tsx'

interface CrumbsProps {
  readonly list: string
  readonly to: string
  readonly name: string
}

export const Crumbs = ({ list, to, name }: CrumbsProps) => (
  <nav className="crumb" aria-label="Breadcrumb">
    <PlaceLink to={to}>{list}</PlaceLink>
    <Icon name="chevron" />
    <span>{name}</span>
  </nav>
)
