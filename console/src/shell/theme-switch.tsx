/** Light, dark, or as the system has it: each press takes the next, and says which one it is. */
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import './theme-switch.css'

const NEXT: Record<MantineColorScheme, MantineColorScheme> = { auto: 'light', light: 'dark', dark: 'auto' }
const WORD: Record<MantineColorScheme, string> = { auto: 'as the system', light: 'light', dark: 'dark' }

export const ThemeSwitch = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const label = `Theme: ${WORD[colorScheme]}. Change to ${WORD[NEXT[colorScheme]]}`
  return (
    <button
      type="button"
      className="theme-switch"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(NEXT[colorScheme])}
    >
      <Icon name="theme" />
    </button>
  )
}
