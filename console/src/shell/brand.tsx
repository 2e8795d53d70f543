/** Airside's mark and name, with the side that this is; leads to its first page. */
import { Link } from '@tanstack/react-router'
import { BrandMark } from './brand-mark.tsx'

export const Brand = ({ side }: { readonly side?: string }) => (
  <Link className="brand" to="/">
    <BrandMark />
    Airside {side !== undefined && <span>{side}</span>}
  </Link>
)
