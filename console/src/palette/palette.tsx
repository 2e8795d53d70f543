/** What an operator's people find: places, what can be done, records, add-ons and keys. */
import { useState } from 'react'
import type { Viewer } from '../shell/viewer.ts'
import { actionsOf, operatorEntries, placesOf, requestEntries } from './entries.ts'
import { PaletteBox } from './palette-box.tsx'
import { useRecords } from './use-records.ts'

interface PaletteProps {
  readonly viewer: Viewer
  readonly onClose: () => void
}

export const Palette = ({ viewer, onClose }: PaletteProps) => {
  const [typed, setTyped] = useState('')
  const records = useRecords(viewer, typed)
  return (
    <PaletteBox
      typed={typed}
      onType={setTyped}
      entries={[
        ...requestEntries(viewer, typed),
        ...records,
        ...placesOf(viewer),
        ...operatorEntries(viewer),
        ...actionsOf(viewer),
      ]}
      placeholder="A page, a flight, an add-on, a key"
      nothingFound="Flights are those of the next 14 days."
      onClose={onClose}
    />
  )
}
