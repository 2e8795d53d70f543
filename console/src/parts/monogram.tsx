/** Two letters in place of a picture. */
import './monogram.css'

const lettersOf = (name: string): string => {
  const words = name.split(/[\s-]+/).filter((word) => word !== '')
  const [first = '', second] = words
  return (second === undefined ? first.slice(0, 2) : `${first[0]}${second[0]}`).toUpperCase()
}

export const Monogram = ({ name, round = false }: { readonly name: string; readonly round?: boolean }) => (
  <span className={round ? 'monogram monogram-round' : 'monogram'} aria-hidden="true">
    {lettersOf(name)}
  </span>
)
