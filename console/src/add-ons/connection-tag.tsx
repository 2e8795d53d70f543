/** Shows the connection state of an application as a tag. */
import { Tag } from '../parts/tag.tsx'
import { type Connectable, connectionState } from './connection-state.ts'

export const ConnectionTag = ({ addOn }: { readonly addOn: Connectable }) => {
  const state = connectionState(addOn)
  if (state === 'connected') return <Tag tone="good">Connected</Tag>
  if (state === 'suspended-here') return <Tag tone="fail">Suspended by the host</Tag>
  if (state === 'suspended') return <Tag tone="fail">Suspended</Tag>
  return (
    <Tag tone="solid" icon="alert" title="No refresh token of it is alive: it must be connected again to get tokens.">
      Connection ended
    </Tag>
  )
}
