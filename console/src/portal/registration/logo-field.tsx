/** The picture that operators know an application by: chosen or dropped, and shown before it is sent. */
import { type DragEvent, useId, useState } from 'react'
import { Logo } from '../../parts/logo.tsx'
import { logoProblem } from './upload-logo.ts'
import { useChosenLogo } from './use-chosen-logo.ts'

interface LogoFieldProps {
  readonly about: string
  /** Of the application, for the letters that stand in place of a picture. */
  readonly name: string
  /** The logo that stands; a chosen one takes its place. */
  readonly path: string | null
  readonly logo: File | null
  readonly onChoose: (logo: File | null) => void
}

const sizeInWords = ({ size }: File): string => `${Math.max(1, Math.round(size / 1024)).toLocaleString('en-GB')} kB`

export const LogoField = ({ about, name, path, logo, onChoose }: LogoFieldProps) => {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const chosen = useChosenLogo(logo)
  const problem = logo && logoProblem(logo)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChoose(event.dataTransfer.files[0] ?? null)
  }
  return (
    <div className="stack-tight">
      <label htmlFor={id} className="field-legend">
        Logo
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shorter way to what the field inside does */}
      <div
        className="logo-drop"
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Logo name={name} path={problem ? path : (chosen ?? path)} />
        <div className="stack-tight">
          {logo && (
            <span className="small">
              <b>{logo.name}</b> <span className="muted">{sizeInWords(logo)}</span>
            </span>
          )}
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-about`}
            onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
          />
        </div>
      </div>
      {problem && (
        <span className="small bad" role="alert">
          {problem}
        </span>
      )}
      <span id={`${id}-about`} className="small muted">
        Choose it or drop it here. PNG, JPEG or WebP, square, at most 1 MB. {about}
      </span>
    </div>
  )
}
