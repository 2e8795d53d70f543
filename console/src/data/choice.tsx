/** One of many, typed and chosen from what is found: the field shows its name, the form keeps its id. */
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { type ReactNode, useState } from 'react'

export interface Choosable {
  readonly id: string
  readonly name: string
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly description?: string | undefined
  readonly error: string | undefined
  readonly placeholder: string
  readonly chosen: Choosable | undefined
  readonly found: readonly Choosable[]
  /** The lines where they are shown otherwise than one below the other, as under their days. */
  readonly list?: ReactNode
  /** Somebody goes to the field. */
  readonly onGoTo?: () => void
  readonly onType: (typed: string) => void
  readonly onChoose: (id: string) => void
}

export const Choice = ({ name, label, description, error, placeholder, ...props }: ChoiceProps) => {
  const { chosen, found, list: lines, onGoTo, onType, onChoose } = props
  /** Null while nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() })
  const choose = (id: string) => {
    onChoose(id)
    setTyped(null)
    list.closeDropdown()
  }
  return (
    <Combobox store={list} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          name={name}
          label={label}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={error}
          placeholder={placeholder}
          autoComplete="off"
          value={typed ?? chosen?.name ?? ''}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTyped(text)
            onType(text)
            if (text.trim() === '') onChoose('')
            list.openDropdown()
            list.selectFirstOption()
          }}
          onFocus={() => {
            onGoTo?.()
            list.openDropdown()
          }}
          onBlur={() => {
            setTyped(null)
            list.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!lines && found.length === 0}>
        <Combobox.Options aria-label={`${label}: found`}>
          {lines ??
            found.map(({ id, name: shown }) => (
              <Combobox.Option key={id} value={id}>
                {shown}
              </Combobox.Option>
            ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
