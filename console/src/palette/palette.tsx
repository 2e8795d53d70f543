/** The palette: type, move with the arrows, Enter opens. It finds places, what can be done, and records. */
import { Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Fragment, type KeyboardEvent, useId, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import type { Viewer } from '../shell/viewer.ts'
import { actionsOf, type Entry, matching, operatorEntries, placesOf, requestEntries } from './entries.ts'
import { useRecords } from './use-records.ts'
import './palette.css'

interface PaletteProps {
  readonly viewer: Viewer
  readonly onClose: () => void
}

interface ListProps {
  readonly id: string
  readonly entries: readonly Entry[]
  readonly active: number
  readonly onChoose: (entry: Entry) => void
}

const EntryList = ({ id, entries, active, onChoose }: ListProps) => (
  <div className="palette-list" role="listbox" id={id} aria-label="Found">
    {entries.map((entry, index) => (
      <Fragment key={entry.key}>
        {entry.group !== entries[index - 1]?.group && (
          <p className="palette-group small muted" role="presentation">
            {entry.group}
          </p>
        )}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys do the same */}
        <div id={`${id}-${index}`} role="option" aria-selected={index === active} onClick={() => onChoose(entry)}>
          <Icon name={entry.icon} />
          <span>{entry.label}</span>
          <span className="small muted">{entry.hint}</span>
        </div>
      </Fragment>
    ))}
  </div>
)

export const Palette = ({ viewer, onClose }: PaletteProps) => {
  const id = useId()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const records = useRecords(viewer, typed)
  const entries = matching(
    [
      ...requestEntries(viewer, typed),
      ...records,
      ...placesOf(viewer),
      ...operatorEntries(viewer),
      ...actionsOf(viewer),
    ],
    typed,
  )
  const choose = ({ href }: Entry) => {
    onClose()
    if (href.startsWith('http')) location.assign(href)
    else router.history.push(`/console${href}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = entries[active]
    if (event.key === 'Enter' && chosen) choose(chosen)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || entries.length === 0) return
    event.preventDefault()
    setActive((active + step + entries.length) % entries.length)
  }
  return (
    <Modal.Root opened onClose={onClose} size={600} centered={false} yOffset={96}>
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content aria-label="Go to or find">
        <div className="palette-field">
          <Icon name="search" />
          <input
            data-autofocus
            aria-label="Go to or find"
            placeholder="A page, a flight, an add-on, a key"
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <EntryList id={id} entries={entries} active={active} onChoose={choose} />
        {entries.length === 0 && (
          <p className="palette-none muted" role="status">
            Nothing is called “{typed}”. Flights are those of the next 14 days.
          </p>
        )}
        <p className="palette-foot small muted">
          <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}
