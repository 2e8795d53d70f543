/** What happened to the secrets and the phone number of an application, and who did it. */
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { utcFull } from '../../text/instant.ts'
import type { Application } from '../queries.ts'

type CredentialEvent = Application['credentialEventList'][number]

const named = ({ lastFour }: CredentialEvent): string => (lastFour === null ? 'A secret' : `Secret …${lastFour}`)

const SENTENCES: Readonly<Record<CredentialEvent['kind'], (event: CredentialEvent) => string>> = {
  SECRET_MADE: (event) => `${named(event)} made`,
  SECRET_ENDED: (event) =>
    `${named(event)} ${event.endsAt === null ? 'ended' : `set to end on ${utcFull(new Date(event.endsAt))}`}`,
  SECRETS_REPLACED: () => 'All secrets replaced by a new one',
  NUMBER_CHANGED: () => 'Phone number changed',
  NUMBER_CHANGE_ASKED: () => 'Support asked to allow another number',
  NUMBER_CHANGE_ALLOWED: () => 'Another number allowed',
}

export const CredentialHistory = ({ application }: { readonly application: Application }) => (
  <Panel title="What happened here" hint="all members see it">
    {application.credentialEventList.length === 0 ? (
      <p className="panel-body muted">Nothing yet.</p>
    ) : (
      <Table label="What happened here" columns={['When', 'What', 'Who']} fitsFrom={420}>
        {application.credentialEventList.map((event) => (
          <Row key={event.eventId}>
            <NameCell>
              <Moment at={event.at} />
            </NameCell>
            <Cell label="What">{SENTENCES[event.kind](event)}</Cell>
            <Cell label="Who">{event.byName}</Cell>
          </Row>
        ))}
      </Table>
    )}
  </Panel>
)
