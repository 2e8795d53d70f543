/** Airside's mark and name, with the side that this is; leads to its first page. */
import { BrandMark } from './brand-mark.tsx'
import { RailLink } from './rail-link.tsx'

export const Brand = ({ side }: { readonly side?: string }) => (
  <RailLink className="brand" to="/">
    <BrandMark />
    Airside {side !== undefined && <span>{side}</span>}
  </RailLink>
)
