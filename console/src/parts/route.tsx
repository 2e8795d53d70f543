/** From one airport to another, by their codes. */
import { Icon } from './icon.tsx'
import './route.css'

interface RouteProps {
  readonly from: string | null
  readonly to: string | null
}

export const Route = ({ from, to }: RouteProps) => (
  <span className="mono route">
    {from ?? 'ZZZZ'}
    <Icon name="arrow" />
    <span className="unseen"> to </span>
    {to ?? 'ZZZZ'}
  </span>
)
