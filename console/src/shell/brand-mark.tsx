/** Airside's mark. */
import './brand.css'

export const BrandMark = () => (
  <svg className="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="5" />
    <path d="M5 6.5h14M5 10h14" />
    <path d="M5 14h14M5 17.5h14" strokeDasharray="3 2.5" />
  </svg>
)
