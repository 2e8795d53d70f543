/** What can be done besides the next step: one button that opens a list. */
import { Button, Menu } from '@mantine/core'
import { Icon } from './icon.tsx'

interface ActionMenuProps {
  readonly actions: readonly { readonly label: string; readonly isDangerous?: boolean; readonly onChoose: () => void }[]
}

export const ActionMenu = ({ actions }: ActionMenuProps) =>
  actions.length > 0 && (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="xs" rightSection={<Icon name="chevronDown" />}>
          Other actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, isDangerous = false, onChoose }) => (
          <Menu.Item key={label} {...(isDangerous ? { color: 'red' } : {})} onClick={onChoose}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
