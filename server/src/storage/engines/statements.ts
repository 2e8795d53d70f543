/** Publishes every statement that is sent to a store; without a subscriber it costs one look at a flag. */
import { channel } from 'node:diagnostics_channel'

const statements = channel('airside:statement')

export const noteStatement = (text: string): void => {
  if (statements.hasSubscribers) statements.publish(text)
}
