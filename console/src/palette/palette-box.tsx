/** A field and what it finds: type, move with the arrows, Enter opens. Each side of Airside says what there is to find. */
import { Modal } from '@mantine/core'
import { Fragment, type KeyboardEvent, useId, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { usePlace } from '../platform/place-link.tsx'
import { type Entry, matching } from './entry.ts'
import './palette.css'

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

interface PaletteBoxProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Everything there is; those that have every typed word in them are shown. */
  readonly entries: readonly Entry[]
  readonly placeholder: string
  /** Follows "Nothing is called …". */
  readonly nothingFound: string
  readonly onClose: () => void
}

export const PaletteBox = ({ typed, onType, placeholder, nothingFound, onClose, ...all }: PaletteBoxProps) => {
  const id = useId()
  const go = usePlace()
  const [active, setActive] = useState(0)
  const entries = matching(all.entries, typed)
  const choose = ({ href }: Entry) => {
    onClose()
    if (href.startsWith('http')) location.assign(href)
    else go(href)
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
            placeholder={placeholder}
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              onType(event.currentTarget.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <EntryList id={id} entries={entries} active={active} onChoose={choose} />
        {entries.length === 0 && (
          <p className="palette-none muted" role="status">
            Nothing is called “{typed}”. {nothingFound}
          </p>
        )}
        <p className="palette-foot small muted">
          <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}
