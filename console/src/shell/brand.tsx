/** Airside's mark and name; leads to the console's first page. */
import { Link } from '@tanstack/react-router'
import './brand.css'

export const Brand = () => (
  <Link className="brand" to="/">
    <svg className="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5" />
      <path d="M5 6.5h14M5 10h14" />
      <path d="M5 14h14M5 17.5h14" strokeDasharray="3 2.5" />
    </svg>
    Airside
  </Link>
)
