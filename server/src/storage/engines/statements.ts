/** Every statement that is sent to a store is published here; with nobody listening it costs a look at a flag. */
import { channel } from 'node:diagnostics_channel'

const statements = channel('airside:statement')

export const noteStatement = (text: string): void => {
  if (statements.hasSubscribers) statements.publish(text)
}
