/** The controls of some fields, one beside the other, with what is wrong at each. */
import { FieldControl } from './field-control.tsx'
import type { Draft } from './form-values.ts'
import type { FieldOfKind } from './kinds.ts'

export interface ControlsProps<Field extends FieldOfKind = FieldOfKind> {
  readonly fields: readonly Field[]
  readonly draft: Draft
  readonly problems: Partial<Record<string, string>>
  /** The one to begin with; none where the form stands on a page. */
  readonly first?: string | undefined
  readonly isNeeded?: (field: Field) => boolean
  readonly onChange: (name: string, value: string) => void
}

/** The first field of the form that is missing or cannot be read gets the focus; false where there is none. */
export const ledToProblem = (
  form: HTMLFormElement,
  fields: readonly FieldOfKind[],
  problems: Readonly<Record<string, string>>,
): boolean => {
  const first = fields.find(({ name }) => name in problems)
  if (first) form.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus()
  return first !== undefined
}

export const FieldControls = <Field extends FieldOfKind>(props: ControlsProps<Field>) => {
  const { fields, draft, problems, first, isNeeded = (field) => field.isNeeded, onChange } = props
  return (
    <div className="record-fields">
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          isNeeded={isNeeded(field)}
          error={problems[field.name]}
          isFirst={field.name === first}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}
