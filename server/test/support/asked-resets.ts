import { sendAskedResets } from '../../src/services/identity/recovery/asked-resets.ts'
import type { TestServer } from './test-server.ts'

/** What the job does after "Forgotten?" was answered. */
export const sendResets = async ({ world, config: { publicUrl } }: TestServer): Promise<void> => {
  while (await sendAskedResets({ world, publicUrl }));
}
