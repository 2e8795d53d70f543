/** The way to a new registration. */
import { Button } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import { usePlace } from '../../platform/place-link.tsx'

export const RegisterButton = () => {
  const go = usePlace()
  return (
    <Button
      component="a"
      variant="filled"
      href="/console/register"
      leftSection={<Icon name="plus" />}
      onClick={(event) => {
        event.preventDefault()
        go('/register')
      }}
    >
      Register an application
    </Button>
  )
}
