/** The places of the rail. On a narrow screen they are one row that is pushed along: the place where one is stays in sight. */
import { type ReactNode, useEffect, useRef } from 'react'

const bringIntoSight = (nav: HTMLElement): void => {
  const current = nav.querySelector('[aria-current]')
  if (!current) return
  const [row, place] = [nav.getBoundingClientRect(), current.getBoundingClientRect()]
  nav.scrollLeft += place.left + place.width / 2 - (row.left + row.width / 2)
}

interface RailNavProps {
  /** The path of the page, below /console or whole: another one is looked for again. */
  readonly here: string
  readonly children: ReactNode
}

export const RailNav = ({ here, children }: RailNavProps) => {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current follows from where one is
  useEffect(() => {
    if (nav.current) bringIntoSight(nav.current)
  }, [here])
  return (
    <nav className="rail-nav" aria-label="Main" ref={nav}>
      {children}
    </nav>
  )
}
