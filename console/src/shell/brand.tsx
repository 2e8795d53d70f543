/** Airside's mark and name; leads to the console's first page. */
import { Link } from '@tanstack/react-router'
import { BrandMark } from './brand-mark.tsx'

export const Brand = () => (
  <Link className="brand" to="/">
    <BrandMark />
    Airside
  </Link>
)
