/** Exports the filtered rows as CSV, page by page. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useViewer } from '../shell/viewer.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Icon } from './icon.tsx'
import { saveText } from './save-text.ts'

interface ExportButtonProps {
  /** What the file holds: "flights". */
  readonly what: string
  readonly load: () => Promise<string>
}

export const ExportButton = ({ what, load }: ExportButtonProps) => {
  const { operatorId, environment } = useViewer()
  const download = useMutation({
    mutationFn: async () => {
      const day = new Date().toISOString().slice(0, 10)
      saveText(`${what}-${operatorId}-${environment}-${day}.csv`, await load(), 'text/csv')
    },
  })
  return (
    <>
      <FailureNote error={download.error} onRetry={() => download.mutate()} />
      <Button
        size="xs"
        leftSection={<Icon name="download" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Export as CSV
      </Button>
    </>
  )
}
