/** Copies a text and confirms it on screen and to screen readers. */
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from './icon.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly label?: string
  /** What else the press does. */
  readonly onPress?: () => void
}

export const CopyButton = ({ text, label = 'Copy', onPress }: CopyButtonProps) => {
  const { copied, error, copy } = useClipboard({ timeout: 4000 })
  return (
    <div className="row">
      <Button
        size="xs"
        leftSection={<Icon name="copy" />}
        onClick={() => {
          copy(text)
          onPress?.()
        }}
      >
        {label}
      </Button>
      <span role="status" className="small">
        {copied && (
          <span className="state good">
            <Icon name="circleCheck" />
            Copied
          </span>
        )}
        {error && 'The browser did not allow copying: select the text and copy it by hand.'}
      </span>
    </div>
  )
}
