/** Two letters in place of a picture. */
import { initials } from '../text/initials.ts'
import './monogram.css'

export const Monogram = ({ name, round = false }: { readonly name: string; readonly round?: boolean }) => (
  <span className={round ? 'monogram monogram-round' : 'monogram'} aria-hidden="true">
    {initials(name)}
  </span>
)
