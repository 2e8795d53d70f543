/** A report as it was written, and by whom: for the safety office, and each reading is audited. */

import {
  type SafetyAttachment as Attachment,
  ownAttachments,
} from '../../../../domain/operations/safety/safety-attachment.ts'
import type { SafetyOriginal as Original } from '../../../../domain/operations/safety/safety-original.ts'
import type { SafetyReport } from '../../../../domain/operations/safety/safety-report.ts'
import { openOriginals } from '../../../../services/operations/safety/open-originals.ts'
import { authorOf } from '../../../../services/principal.ts'
import { type AddressedUser, usersWithAddress } from '../../../../storage/identity/user-accounts.ts'
import { crewMembersOfUsers } from '../../../../storage/operations/crew/crew-members.ts'
import { unrestricted } from '../../../../storage/view.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { Airport } from '../../reference/airport.ts'
import { airportOrNull } from '../../reference/airport-field.ts'
import { SafetyAttachment } from './safety-attachment.ts'

const REPORTER = needs('safety:reporter:read')

const SafetyReporter = builder.objectRef<AddressedUser>('SafetyReporter').implement({
  ...REPORTER,
  description: 'Who reported.',
  fields: (t) => ({
    userId: t.id({ resolve: ({ user_id }) => user_id }),
    crewMemberId: t.id({
      // A reader asks for it once: who reported does not change.
      follows: [],
      nullable: true,
      resolve: async ({ user_id }, _args, { loaders, reader }) => {
        const linked = (ids: readonly string[]) => crewMembersOfUsers(unrestricted(reader), ids)
        return (await loaders.load('crew of reporters', user_id, linked))?.crewMemberId ?? null
      },
    }),
    name: t.exposeString('name'),
    surname: t.exposeString('surname'),
    email: t.exposeString('email', { nullable: true }),
  }),
})

interface Opened extends Original {
  /** When the safety office got it. */
  readonly submittedAt: number
  readonly sent: readonly Attachment[]
}

export const SafetyOriginal = builder.objectRef<Opened>('SafetyOriginal').implement({
  ...REPORTER,
  description: 'A report as it was written: what can tell who reported. Each reading is audited.',
  fields: (t) => ({
    title: t.exposeString('title'),
    narrative: t.exposeString('narrative'),
    reporter: t.field({
      follows: ['ACCOUNTS'],
      type: SafetyReporter,
      nullable: true,
      description: 'Null where it is ANONYMOUS or came from outside.',
      resolve: async ({ userId }, _args, { loaders, reader }) =>
        userId === null
          ? null
          : ((await loaders.load('reporters', userId, (ids) => usersWithAddress(reader, ids))) ?? null),
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    airport: t.field({
      type: Airport,
      nullable: true,
      resolve: ({ airportId }, _args, context) => airportOrNull(context, airportId),
    }),
    flightId: t.exposeID('flightId', { nullable: true }),
    aircraftId: t.exposeID('aircraftId', { nullable: true }),
    dutyId: t.exposeID('dutyId', { nullable: true }),
    documentList: t.field({
      ...usually(1),
      type: [SafetyAttachment],
      description: 'What the reporter sent along. Each use of a link to it is audited as well.',
      resolve: ({ safetyReportId, sent }) => sent.map((attachment) => ({ safetyReportId, attachment })),
    }),
    submittedAt: t.expose('submittedAt', { type: 'DateTime', description: 'The full hour, where it is not OPEN.' }),
  }),
})

/** The rows of a page are opened together, each with its entry in the audit log. */
export const openedOriginal = async (
  context: QueryContext,
  report: Pick<SafetyReport, 'safetyReportId' | 'awareAt' | 'documentList'>,
): Promise<Opened | null> => {
  const { at, principal, address, requestId, loaders } = context
  const actor = { kind: principal.kind, id: authorOf(principal).id, address, requestId }
  const { safetyReportId, awareAt: submittedAt } = report
  const original = await loaders.load('opened originals', safetyReportId, (ids) => openOriginals(at, actor, ids))
  return original ? { ...original, submittedAt, sent: ownAttachments(report, original) } : null
}
