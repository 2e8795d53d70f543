/** The end of a form: cancel and submit. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

interface FormFeetProps {
  readonly verb: string
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly icon?: ReactNode
  /** In a drawer the buttons stay visible, however long the form is. */
  readonly inDrawer?: boolean
}

export const FormFeet = ({ verb, isBusy, onCancel, icon, inDrawer = false }: FormFeetProps) => (
  <div className={inDrawer ? 'form-feet drawer-feet' : 'form-feet'}>
    {/* What is on its way cannot be taken back. */}
    <Button disabled={isBusy} onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" variant="filled" loading={isBusy} leftSection={icon}>
      {verb}
    </Button>
  </div>
)
