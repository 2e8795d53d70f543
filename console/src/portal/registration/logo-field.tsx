/** The picture that operators know an application by. */
import { useId } from 'react'

interface LogoFieldProps {
  readonly about: string
  readonly onChoose: (logo: File | null) => void
}

export const LogoField = ({ about, onChoose }: LogoFieldProps) => {
  const id = useId()
  return (
    <div className="stack-tight">
      <label htmlFor={id} className="field-legend">
        Logo
      </label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
      <span className="small muted">PNG, JPEG or WebP, at most 1 MB. {about}</span>
    </div>
  )
}
