/**
 * Runs before the processes of tests: loads the server, so that its compiled code is kept for them, and prepares the
 * store that they copy. Of processes that begin side by side each would compile everything for itself.
 */
import { preparedPlace } from '../../server/test/support/test-server.ts'

const place = await preparedPlace('sqlite')
await place.dispose()
