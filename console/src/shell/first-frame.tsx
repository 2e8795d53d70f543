/**
 * The frame until it is known who is here: what stood in the HTML, so that nothing jumps when the scripts arrive. Its
 * links are plain ones, to places that are there for everybody.
 */
import type { ReactNode } from 'react'
import { HostName } from '../parts/host-name.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { BrandMark } from './brand-mark.tsx'
import { type FirstPlace, hrefOf } from './first-places.ts'
import './rail.css'
import './shell.css'
import './tenant-chip.css'

/** The server wrote it into the frame of the HTML, which is gone once React draws. */
const placeName = document.querySelector('.tenant b')?.textContent ?? ''

export const FirstFrame = ({
  side,
  places,
  children,
}: {
  /** Which of Airside's sides it is; nothing at an operator's address. */
  readonly side?: string
  readonly places: readonly FirstPlace[]
  readonly children: ReactNode
}) => (
  <div className="shell">
    <header className="rail">
      <span className="brand">
        <BrandMark />
        Airside {side !== undefined && <span>{side}</span>}
      </span>
      <div className="tenant">
        <Monogram name={placeName} />
        <b>{placeName}</b>
        <HostName host={location.host} />
      </div>
      <nav className="rail-nav" aria-label="Main">
        {places.map((place) => (
          <a key={place.to} href={hrefOf(place)}>
            {place.label}
          </a>
        ))}
      </nav>
    </header>
    <main className="content">
      <h1 className="unseen">Airside</h1>
      {children}
    </main>
  </div>
)
