/** A server that sends its e-mail to the test's own mail server. */
import { type SmtpServer, startSmtpServer } from './smtp-server.ts'
import { preparedPlace, type Store, startServer, type TestServer } from './test-server.ts'

export interface MailingServer {
  readonly server: TestServer
  readonly mail: SmtpServer
  close(): Promise<void>
}

export const startMailingServer = async (store: Store): Promise<MailingServer> => {
  const mail = await startSmtpServer()
  const place = await preparedPlace(store)
  const environment = { ...place.environment, AIRSIDE_SMTP_URL: mail.url }
  const server = await startServer(store, { environment, dispose: place.dispose })
  return {
    server,
    mail,
    close: async () => {
      await server.close()
      await place.dispose()
      await mail.close()
    },
  }
}
