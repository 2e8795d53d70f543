/** The message as it will be sent, with values made up for the first kind that was chosen. */
import { Section } from '../data/record-parts.tsx'
import type { ChangeKind } from './heard.ts'

interface MessagePreviewProps {
  readonly operatorId: string
  readonly environment: string
  readonly entities: readonly string[]
  readonly kinds: readonly ChangeKind[]
  readonly fields: readonly string[] | null
  readonly hasQuery: boolean
}

export const MessagePreview = (chosen: MessagePreviewProps) => {
  const entity = chosen.entities[0] ?? 'FLIGHT'
  const kind = chosen.kinds.find((one) => one === 'UPDATED') ?? chosen.kinds[0] ?? 'UPDATED'
  const message = {
    type: `${entity.toLowerCase()}.${kind.toLowerCase()}`,
    timestamp: '2026-11-16T09:40:31Z',
    data: {
      operatorId: chosen.operatorId,
      environment: chosen.environment,
      cursor: 'WzQxMiwx…',
      entity,
      entityId: '…',
      kind,
      version: 8,
      fieldList: kind === 'UPDATED' ? (chosen.fields ?? []).slice(0, 3) : [],
      ...(chosen.hasQuery ? { result: '… the answer to your query' } : {}),
    },
  }
  return (
    <Section title="The message" aside="values made up">
      <pre className="code-lines">
        {`webhook-id: msg_…\nwebhook-timestamp: 1794822031\nwebhook-signature: v1,K5oZfz…\n\n`}
        {JSON.stringify(message, null, 2)}
      </pre>
    </Section>
  )
}
